import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { holdSites, recountUpdates } from './update-counts-store.ts'

const scene = setUpService()

/** With the transaction that wrote the row: it changes when the row is as much as touched. */
const countsOf = async (id: number) => {
  const { rows } = await scene.service.db.pool.query(
    `select core_update, plugin_updates, theme_updates, translation_updates, xmin::text as written from sites where id = $1`,
    [id],
  )
  return rows[0] as Record<string, unknown>
}
const offer = (siteId: number, type: string, slug: string, ignored = false) =>
  scene.service.db.pool.query(
    `insert into site_updates (site_id, type, slug, name, current_version, new_version, first_seen_at, ignored)
     values ($1, $2, $3, $3, '1.0', '1.1', now(), $4)`,
    [siteId, type, slug, ignored],
  )

it('counts what waits on many sites at once, without what is ignored', async () => {
  await seedSites(scene.service.db, 3, { plugin_updates: 7, core_update: '6.9' })
  await offer(1, 'core', 'wordpress')
  await offer(1, 'plugin', 'a/a.php')
  await offer(1, 'plugin', 'b/b.php', true)
  await offer(1, 'theme', 't')
  await recountUpdates(scene.service.db, [1, 2])
  expect(await countsOf(1)).toMatchObject({ core_update: '1.1', plugin_updates: 1, theme_updates: 1 })
  expect(await countsOf(2)).toMatchObject({ core_update: null, plugin_updates: 0, theme_updates: 0 })
  expect(await countsOf(3)).toMatchObject({ core_update: '6.9', plugin_updates: 7 })
})

it('writes nothing where nothing has changed', async () => {
  await seedSites(scene.service.db, 1)
  await offer(1, 'plugin', 'a/a.php')
  await recountUpdates(scene.service.db, [1])
  const before = await countsOf(1)
  await recountUpdates(scene.service.db, [1])
  expect(await countsOf(1)).toEqual(before)
})

it('holds the sites that are there', async () => {
  await seedSites(scene.service.db, 2)
  expect(await scene.service.db.transaction().execute((trx) => holdSites(trx, [2, 9, 1]))).toEqual([1, 2])
})
