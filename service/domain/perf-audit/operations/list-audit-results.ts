import { operation } from '../../../operation/operation.ts'
import { paged } from '../../../operation/shapes.ts'
import { monitoredSitesInput } from '../../sites/index.ts'
import { resultStatuses, SiteResult } from '../audit.ts'
import { toResult } from '../describe-result.ts'
import { listResultPage } from '../result-store.ts'

export const listAuditResults = operation({
  name: 'list-audit-results',
  summary: 'List the last performance audits of all sites, for phones and desktops.',
  effect: 'read',
  permission: 'perf-audit.read',
  requires: 'perf-audit',
  input: monitoredSitesInput(resultStatuses, ['mobile', 'desktop', 'audited_at']),
  output: paged(SiteResult),
  aliases: { site_id: 'include', site_ids: 'include' },
}).does(async (input, context) => {
  const { items, ...page } = await listResultPage(context, input)
  return { items: items.map(toResult), ...page }
})
