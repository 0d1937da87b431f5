import { expect, it } from 'vitest'
import { updatesScene } from '../testing/updates-scene.ts'

const scene = updatesScene()
const slug = 'forms/forms.php'
const counts = async () => {
  const rows = await scene.house.db.selectFrom('sites').select('plugin_updates').orderBy('id').execute()
  return rows.map(({ plugin_updates }) => plugin_updates)
}
const queued = async () => {
  const { rows } = await scene.house.db.pool.query(
    `select count(*) as count from queue.job where data ->> 'operation' = 'recount-left-over-updates'`,
  )
  return rows[0].count
}
const recount = async () => (await scene.house.app.run('recount-left-over-updates', {})).output

it('counts what a process that died after changing a rule for every site had left', async () => {
  const { pool } = scene.house.db
  const [before, waiting] = [await counts(), await queued()]
  // From the rule on nothing can be counted any more: the sites are away.
  await pool.query('alter table sites rename to away')
  const changed = scene.house.app.run('ignore-updates-everywhere', { type: 'plugin', slugs: [slug] })
  await expect(changed).rejects.toThrow('sites')
  await pool.query('alter table away rename to sites')
  expect(await counts()).toEqual(before)
  expect(await queued()).toBe(waiting + 1)
  expect(await recount()).toEqual({ sites: 3 })
  expect(await counts()).toEqual(before.map((count) => count - 1))
  expect(await recount()).toEqual({ sites: 0 })
})

it('has nothing to do after a rule that went well', async () => {
  const before = await counts()
  await scene.rest('POST /updates/ignore/plugins', { slug })
  expect(await counts()).toEqual(before.map((count) => count - 1))
  expect(await recount()).toEqual({ sites: 0 })
})
