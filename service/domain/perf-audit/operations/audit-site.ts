import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef, siteSuspended, toSiteBrief } from '../../sites/index.ts'
import { QueuedAudits, RequestedStrategy, strategiesOf } from '../audit.ts'
import { queueAudits } from '../queue-audits.ts'

export const auditSite = operation({
  name: 'audit-site',
  summary: 'Queue a performance audit of the homepage of a site with Lighthouse, for phones, desktops or both.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'perf-audit.manage',
  requires: 'perf-audit',
  input: z.strictObject({ site_id_or_domain: SiteRef, strategy: RequestedStrategy }),
  output: QueuedAudits,
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, would_affect: [toSiteBrief(site)] }
  })
  .does(async ({ site_id_or_domain, strategy }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    if (site.status === 'suspended') throw siteSuspended(site)
    context.browser.requireAudits()
    return queueAudits(context, { kind: 'audit', sites: [site], strategies: strategiesOf(strategy) })
  })
