import { expect, it } from 'vitest'
import { features } from '../../../catalogue.ts'
import { seedUpdates } from '../testing/seed-updates.ts'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const sumUp = () => fixture.service.app.run('sum-up-update-counts', {})
const items = async () =>
  (await fixture.rest('GET /updates/items')).body.data.map(
    ({ type, slug, new_version, sites }: Record<string, string>) => `${type} ${slug} ${new_version}: ${sites}`,
  )
/** Computed from the rows of the sites. */
const fromRows = async () => {
  const { rows } = await fixture.service.db.pool.query(
    `select type || ' ' || slug || ' ' || new_version || ': ' || count(*) as item from site_updates
     where not ignored and type <> 'translation' group by type, slug, new_version
     order by count(*) desc, type, slug, new_version`,
  )
  return rows.map(({ item }) => item)
}
const changes = async () => (await fixture.service.db.pool.query('select * from update_count_changes')).rows.length

it('counts items the same before and after summing up, after any change of updates', async () => {
  const { pool } = fixture.service.db
  const steps: (() => Promise<unknown>)[] = [
    async () => {},
    () => fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php' }),
    () => fixture.rest('POST /updates/unignore/plugins', { slug: 'forms/forms.php' }),
    () => pool.query(`update site_updates set new_version = '9.9', current_version = '9.0' where site_id = 2`),
    () => seedUpdates(fixture.service.db, [{ site_id: 2, slug: 'new/new.php' }]),
    () => pool.query('delete from sites where id = 1'),
    () => pool.query('delete from site_updates'),
  ]
  for (const step of steps) {
    await step()
    const expected = await fromRows()
    expect(await items()).toEqual(expected)
    await sumUp()
    expect(await changes()).toBe(0)
    expect(await items()).toEqual(expected)
  }
  expect((await pool.query('select * from update_counts')).rows).toEqual([])
})

it('counts everything once when it runs concurrently', async () => {
  const { db } = fixture.service
  await Promise.all([
    ...Array.from({ length: 6 }, (_, round) =>
      seedUpdates(db, [{ site_id: (round % 3) + 1, slug: `many-${round}/a.php` }]),
    ),
    ...Array.from({ length: 6 }, sumUp),
  ])
  expect(await items()).toEqual(await fromRows())
  await sumUp()
  expect(await items()).toEqual(await fromRows())
})

it('runs every few minutes', () => {
  const schedule = features.find(({ name }) => name === 'updates')!.schedule!
  expect(schedule.map(({ operation }) => operation.name)).toContain('sum-up-update-counts')
})
