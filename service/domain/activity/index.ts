import type { Feature } from '../../operation/feature.ts'
import { deleteLinksOfRemovedLines } from './audit-line-store.ts'
import { changeRetentionDays } from './change.ts'
import { ingestChanges } from './ingest-changes.ts'
import { exportAudit } from './operations/export-audit.ts'
import { getOutsideChanges } from './operations/get-outside-changes.ts'
import { getSiteChanges } from './operations/get-site-changes.ts'
import { listAudit } from './operations/list-audit.ts'
import { listChanges } from './operations/list-changes.ts'
import { recordOwnChanges } from './operations/record-own-changes.ts'
import { addresses } from './rest.ts'

export const activityFeature: Feature = {
  name: 'activity',
  tables: ['site_changes', 'site_change_cursors', 'change_log_audit', 'audit_line_sites'],
  operations: [getSiteChanges, getOutsideChanges, listChanges, listAudit, exportAudit, recordOwnChanges],
  addresses,
  schedule: [{ operation: recordOwnChanges, cron: '41 * * * *' }],
  retention: [
    { table: 'site_changes', keepDays: changeRetentionDays, column: 'at' },
    // The audit trail removes its own lines.
    { table: 'audit_line_sites', keepDays: 0, delete: (db, _before, limit) => deleteLinksOfRemovedLines(db, limit) },
  ],
  ingests: ingestChanges,
}

export { linkAuditLines } from './audit-links.ts'
export { importAuditedChanges, unknownOutcomeSuffixes } from './audited-changes.ts'
export { changesPerSync, FleetChange } from './change.ts'
export { insertChanges, type NewChange } from './change-store.ts'
export { type ItemChange, recordAttempt, recordIfFailed, recordItemChanges } from './item-changes.ts'
export { listNewestOutsideChanges } from './read-changes.ts'
