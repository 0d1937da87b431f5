import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedUpdates } from '../testing/seed-updates.ts'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const slug = 'forms/forms.php'
const counts = async () => {
  const rows = await fixture.service.db.selectFrom('sites').select('plugin_updates').orderBy('id').execute()
  return rows.map(({ plugin_updates }) => plugin_updates)
}
const queued = async () => {
  const { rows } = await fixture.service.db.pool.query(
    `select count(*) as count from queue.job where data ->> 'operation' = 'recount-left-over-updates'`,
  )
  return rows[0].count
}
const recount = async () => (await fixture.service.app.run('recount-left-over-updates', {})).output

it('recounts the sites that a process left when it died after changing a rule for every site', async () => {
  const { pool } = fixture.service.db
  const [before, pendingUpdates] = [await counts(), await queued()]
  // The column is away, so that recounting fails after the rule was stored.
  await pool.query('alter table sites rename plugin_updates to away')
  const changed = fixture.service.app.run('ignore-updates-everywhere', { type: 'plugin', slugs: [slug] })
  await expect(changed).rejects.toThrow('plugin_updates')
  await pool.query('alter table sites rename away to plugin_updates')
  expect(await counts()).toEqual(before)
  expect(await queued()).toBe(pendingUpdates + 1)
  expect(await recount()).toEqual({ sites: 3 })
  expect(await counts()).toEqual(before.map((count) => count - 1))
  expect(await recount()).toEqual({ sites: 0 })
})

it('recounts after a rule changed many sites; lists of updates are right meanwhile', async () => {
  const { db } = fixture.service
  await seedSites(db, 600, (number) => ({ url: `https://many-${number}.example/` }))
  const ids = Array.from({ length: 600 }, (_, index) => index + 4)
  await seedUpdates(
    db,
    ids.map((site_id) => ({ site_id, slug })),
  )
  const { body } = await fixture.rest('POST /updates/ignore/plugins', { slug })
  expect(body.data.sites_affected).toBe(603)
  expect((await counts()).filter((count) => count > 0)).toHaveLength(603)
  // The lists of this feature are right already.
  expect((await fixture.ability('list-updates')).body.summary).toMatchObject({ plugins: 1, total: 6 })
  expect((await fixture.ability('list-updates', { search: 'forms/' })).body.total).toBe(0)
  expect((await fixture.rest('GET /updates')).body).toMatchObject({ total: 2, summary: { total: 6 } })
  expect((await fixture.rest('GET /updates/clients')).body.data).toMatchObject([{ sites: 2, summary: { total: 6 } }])
  expect(await recount()).toEqual({ sites: 603 })
  expect(await counts()).toEqual([1, ...Array(602).fill(0)])
})

it('has nothing to do after a rule was changed without a crash', async () => {
  const before = await counts()
  await fixture.rest('POST /updates/ignore/plugins', { slug })
  expect(await counts()).toEqual(before.map((count) => count - 1))
  expect(await recount()).toEqual({ sites: 0 })
})
