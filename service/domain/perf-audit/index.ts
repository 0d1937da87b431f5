import type { Feature } from '../../operation/feature.ts'
import { deleteAuditsBefore } from './audit-store.ts'
import { auditDueSites } from './operations/audit-due-sites.ts'
import { auditSite } from './operations/audit-site.ts'
import { auditSites } from './operations/audit-sites.ts'
import { deleteSiteAudits } from './operations/delete-site-audits.ts'
import { getAuditPicture } from './operations/get-audit-picture.ts'
import { getSiteAuditResult } from './operations/get-site-audit-result.ts'
import { listAuditResults } from './operations/list-audit-results.ts'
import { listSiteAudits } from './operations/list-site-audits.ts'
import { runSiteAudit } from './operations/run-site-audit.ts'
import { addresses } from './rest.ts'

export const perfAuditFeature: Feature = {
  name: 'perf-audit',
  tables: ['perf_audits', 'perf_results'],
  operations: [
    listAuditResults,
    getSiteAuditResult,
    getAuditPicture,
    listSiteAudits,
    auditSite,
    auditSites,
    runSiteAudit,
    auditDueSites,
    deleteSiteAudits,
  ],
  addresses,
  schedule: [{ operation: auditDueSites, cron: '*/10 * * * *' }],
  // Two years, so that a year can be compared with the previous one.
  retention: [{ table: 'perf_audits', keepDays: 730, delete: deleteAuditsBefore }],
}

export type { Audit } from './audit.ts'
export { listAudits, storeAudit } from './audit-store.ts'
