import type { Feature } from '../../operation/feature.ts'
import { auditDueSites } from './operations/audit-due-sites.ts'
import { auditSite } from './operations/audit-site.ts'
import { auditSites } from './operations/audit-sites.ts'
import { deleteSiteAudits } from './operations/delete-site-audits.ts'
import { forgetOldAudits } from './operations/forget-old-audits.ts'
import { getSiteAuditResult } from './operations/get-site-audit-result.ts'
import { listAuditResults } from './operations/list-audit-results.ts'
import { listSiteAudits } from './operations/list-site-audits.ts'
import { runSiteAudit } from './operations/run-site-audit.ts'
import { addresses } from './rest.ts'

export const perfAuditFeature: Feature = {
  name: 'perf-audit',
  tables: ['perf_audits', 'perf_results', 'perf_turns'],
  operations: [
    listAuditResults,
    getSiteAuditResult,
    listSiteAudits,
    auditSite,
    auditSites,
    runSiteAudit,
    auditDueSites,
    deleteSiteAudits,
    forgetOldAudits,
  ],
  addresses,
  schedule: [
    { operation: auditDueSites, cron: '*/10 * * * *' },
    { operation: forgetOldAudits, cron: '41 3 * * *' },
  ],
}

export type { Audit } from './audit.ts'
export { listAudits, storeAudit } from './audit-store.ts'
