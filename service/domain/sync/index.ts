import type { Room } from '../../operation/room.ts'
import { getSiteSecurity } from './operations/get-site-security.ts'
import { getSiteSync } from './operations/get-site-sync.ts'
import { syncDueSites } from './operations/sync-due-sites.ts'
import { syncSite } from './operations/sync-site.ts'
import { syncSites } from './operations/sync-sites.ts'
import { keepParts } from './part-store.ts'
import { addresses } from './rest.ts'
import { keepSecurity } from './security-store.ts'

export const syncRoom: Room = {
  name: 'sync',
  operations: [syncSite, syncSites, syncDueSites, getSiteSync, getSiteSecurity],
  addresses,
  schedule: [{ operation: syncDueSites, cron: '*/5 * * * *' }],
  async absorbs(trx, told) {
    await keepParts(trx, told)
    await keepSecurity(trx, told)
  },
}

export { SecuritySummary, summarizeSecurity } from './summarize-security.ts'
