import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { recordSyncFailure } from './site-events.ts'
import { findSiteById, lockSites } from './site-store.ts'

const fixture = setUpService()
const at = new Date('2026-11-15T10:00:00Z')

it('records a failed sync and keeps the data of the last successful one', async () => {
  const { db } = fixture.service
  await seedSites(db, 1, { wp_version: '6.8', last_sync: at })
  const later = new Date('2026-11-15T11:00:00Z')
  await recordSyncFailure(db, { id: 1, url: 'https://site-1.example/', sync_error_code: null }, later, {
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

it('locks the sites that exist', async () => {
  await seedSites(fixture.service.db, 2)
  expect(await fixture.service.db.transaction().execute((trx) => lockSites(trx, [2, 9, 1]))).toEqual([1, 2])
})
