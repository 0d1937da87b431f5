import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { findSiteById, lockSites, recordSyncFailure, recountUpdates } from './site-store.ts'

const fixture = setUpService()
const at = new Date('2026-11-15T10:00:00Z')

it('records a failed sync and keeps the data of the last successful one', async () => {
  const { db } = fixture.service
  await seedSites(db, 1, { wp_version: '6.8', last_sync: at })
  const later = new Date('2026-11-15T11:00:00Z')
  await recordSyncFailure(db, { id: 1, url: 'https://site-1.example/' }, later, {
    code: 'svc_site_offline',
    message: 'It does not answer.',
  })
  expect(await findSiteById(db, 1)).toMatchObject({
    status: 'connected',
    wp_version: '6.8',
    last_sync: at,
    last_sync_attempt: later,
    sync_error_code: 'svc_site_offline',
    sync_error: 'It does not answer.',
  })
})

/** With xmin, which changes with every write of the row. */
const countsOf = async (id: number) => {
  const { rows } = await fixture.service.db.pool.query(
    `select core_update, plugin_updates, theme_updates, translation_updates, xmin::text as version from sites where id = $1`,
    [id],
  )
  return rows[0] as Record<string, unknown>
}
const offer = (siteId: number, type: string, slug: string, ignored = false) =>
  fixture.service.db.pool.query(
    `insert into site_updates (site_id, type, slug, name, current_version, new_version, first_seen_at, ignored)
     values ($1, $2, $3, $3, '1.0', '1.1', now(), $4)`,
    [siteId, type, slug, ignored],
  )

it('counts the pending updates of many sites at once, without ignored ones', async () => {
  await seedSites(fixture.service.db, 3, { plugin_updates: 7, core_update: '6.9' })
  await offer(1, 'core', 'wordpress')
  await offer(1, 'plugin', 'a/a.php')
  await offer(1, 'plugin', 'b/b.php', true)
  await offer(1, 'theme', 't')
  await recountUpdates(fixture.service.db, [1, 2])
  expect(await countsOf(1)).toMatchObject({ core_update: '1.1', plugin_updates: 1, theme_updates: 1 })
  expect(await countsOf(2)).toMatchObject({ core_update: null, plugin_updates: 0, theme_updates: 0 })
  expect(await countsOf(3)).toMatchObject({ core_update: '6.9', plugin_updates: 7 })
})

it('writes nothing when no count changed', async () => {
  await seedSites(fixture.service.db, 1)
  await offer(1, 'plugin', 'a/a.php')
  await recountUpdates(fixture.service.db, [1])
  const before = await countsOf(1)
  await recountUpdates(fixture.service.db, [1])
  expect(await countsOf(1)).toEqual(before)
})

it('locks the sites that exist', async () => {
  await seedSites(fixture.service.db, 2)
  expect(await fixture.service.db.transaction().execute((trx) => lockSites(trx, [2, 9, 1]))).toEqual([1, 2])
})
