import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { Audit, RequestedStrategy, strategiesOf } from '../audit.ts'
import { countAudits, listAudits } from '../audit-store.ts'
import { toAudit } from '../describe-result.ts'

export const listSiteAudits = operation({
  name: 'list-site-audits',
  summary: 'List the performance audits of a site over time, newest first.',
  effect: 'read',
  permission: 'perf-audit.read',
  requires: 'perf-audit',
  input: z.strictObject({ site_id_or_domain: SiteRef, strategy: RequestedStrategy, page, per_page: perPage(20, 100) }),
  output: paged(Audit),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, strategy, page, per_page }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const filter = { siteId: site.id, strategies: strategiesOf(strategy) }
  const [rows, total] = await Promise.all([
    listAudits(context.db, filter, { page, perPage: per_page }),
    countAudits(context.db, filter),
  ])
  return { items: rows.map(toAudit), page, per_page, total }
})
