import type { Feature } from '../../operation/feature.ts'
import { ingestChanges } from './ingest-changes.ts'
import { forgetOldChanges } from './operations/forget-old-changes.ts'
import { getOutsideChanges } from './operations/get-outside-changes.ts'
import { getSiteChanges } from './operations/get-site-changes.ts'
import { listAudit } from './operations/list-audit.ts'
import { listChanges } from './operations/list-changes.ts'
import { addresses } from './rest.ts'

export const activityFeature: Feature = {
  name: 'activity',
  tables: ['site_changes', 'site_change_cursors', 'change_log_audit'],
  operations: [getSiteChanges, getOutsideChanges, listChanges, listAudit, forgetOldChanges],
  addresses,
  schedule: [{ operation: forgetOldChanges, cron: '41 * * * *' }],
  ingests: ingestChanges,
}

export { changesPerSync, FleetChange } from './change.ts'
export { insertChanges, type NewChange } from './change-store.ts'
export { newestOutsideChanges } from './newest-outside-changes.ts'
export { takeInOwnChanges } from './own-changes.ts'
