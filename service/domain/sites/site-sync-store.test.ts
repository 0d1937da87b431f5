import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { findSiteById } from './site-store.ts'
import { recordSyncFailure } from './site-sync-store.ts'

const scene = setUpService()
const at = new Date('2026-11-15T10:00:00Z')

it('a failure is shown, and what the last good sync brought stays', async () => {
  const { db } = scene.service
  await seedSites(db, 1, { wp_version: '6.8', last_sync: at })
  const later = new Date('2026-11-15T11:00:00Z')
  await recordSyncFailure(db, 1, later, { code: 'svc_site_offline', message: 'It does not answer.' })
  expect(await findSiteById(db, 1)).toMatchObject({
    status: 'connected',
    wp_version: '6.8',
    last_sync: at,
    last_sync_attempt: later,
    sync_error_code: 'svc_site_offline',
    sync_error: 'It does not answer.',
  })
})
