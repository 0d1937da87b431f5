import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef, siteSuspended, toSiteBrief } from '../../sites/index.ts'
import { strategies } from '../audit.ts'
import { runAudits } from '../run-audits.ts'

export const runSiteAudit = operation({
  name: 'run-site-audit',
  summary: 'Audit the homepage of a site with Lighthouse now; the jobs of the other audit operations do this.',
  effect: 'change',
  permission: 'perf-audit.manage',
  requires: 'perf-audit',
  input: z.strictObject({ site_id_or_domain: SiteRef, strategies: z.array(z.enum(strategies)).min(1).max(2) }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    audited: z.array(
      z.object({
        strategy: z.enum(strategies),
        performance: z.int().nullable(),
        failure: z.string().nullable(),
      }),
    ),
  }),
  results: ({ audited }) => ({
    done: audited.filter(({ failure }) => failure === null).length,
    errors: audited.flatMap(({ failure }) => (failure === null ? [] : [{ code: 'svc_site_error', message: failure }])),
    label: ['audit done', 'audits done'],
  }),
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, would_affect: [toSiteBrief(site)] }
  })
  .does(async ({ site_id_or_domain, strategies }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    // The site may have been suspended while the job was queued.
    if (site.status === 'suspended') throw siteSuspended(site)
    return { site_id: site.id, site_url: site.url, audited: await runAudits(context, site, strategies) }
  })
