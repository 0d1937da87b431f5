import { route } from '../../operation/address.ts'
import { auditSite } from './operations/audit-site.ts'
import { auditSites } from './operations/audit-sites.ts'
import { deleteSiteAudits } from './operations/delete-site-audits.ts'
import { getAuditPicture } from './operations/get-audit-picture.ts'
import { getSiteAuditResult } from './operations/get-site-audit-result.ts'
import { listAuditResults } from './operations/list-audit-results.ts'
import { listSiteAudits } from './operations/list-site-audits.ts'

const names = { id_or_domain: 'site_id_or_domain' }
const message = 'Audit queued.'

export const addresses = [
  route('POST|PUT|PATCH /perf-audit/audit', auditSites, { message }),
  route('POST|PUT|PATCH /perf-audit/audit/{id_or_domain}', auditSite, { names, message }),
  route('GET /perf-audit/results', listAuditResults, { list: 'items' }),
  route('GET /perf-audit/results/{id_or_domain}', getSiteAuditResult, { names }),
  route('GET /perf-audit/results/{id_or_domain}/picture', getAuditPicture, { names }),
  route('GET /perf-audit/results/{id_or_domain}/history', listSiteAudits, { names, list: 'items' }),
  route('DELETE /perf-audit/results/{id_or_domain}', deleteSiteAudits, { names, message: 'Audits deleted.' }),
]
