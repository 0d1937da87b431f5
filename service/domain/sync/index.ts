import type { Feature } from '../../operation/feature.ts'
import { fixSiteSecurity } from './operations/fix-site-security.ts'
import { getSiteSecurity } from './operations/get-site-security.ts'
import { getSiteSync } from './operations/get-site-sync.ts'
import { syncDueSites } from './operations/sync-due-sites.ts'
import { syncSite } from './operations/sync-site.ts'
import { syncSites } from './operations/sync-sites.ts'
import { ingestParts } from './part-store.ts'
import { addresses } from './rest.ts'
import { ingestSecurity } from './security-store.ts'

export const syncFeature: Feature = {
  name: 'sync',
  tables: ['site_parts', 'site_security'],
  operations: [syncSite, syncSites, syncDueSites, getSiteSync, getSiteSecurity, fixSiteSecurity],
  addresses,
  schedule: [{ operation: syncDueSites, cron: '*/5 * * * *' }],
  async ingests(trx, reported) {
    await ingestParts(trx, reported)
    await ingestSecurity(trx, reported)
  },
}

export { syncBulkActions } from './bulk-actions.ts'
export { syncSite } from './operations/sync-site.ts'
export { runSync } from './run-sync.ts'
export { StaleAfter, staleAfter } from './stale-after.ts'
export { SecuritySummary, summarizeSecurity } from './summarize-security.ts'
