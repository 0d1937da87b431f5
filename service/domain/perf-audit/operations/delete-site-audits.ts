import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef, toSiteBrief } from '../../sites/index.ts'
import { strategies } from '../audit.ts'
import { countAudits, deleteAudits } from '../audit-store.ts'

export const deleteSiteAudits = operation({
  name: 'delete-site-audits',
  summary: 'Delete all performance audits of a site.',
  effect: 'destroy',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'perf-audit.manage',
  stepUp: true,
  requires: 'perf-audit',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ site_id: z.int(), site_url: z.string(), deleted: z.int() }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const audits = await countAudits(context.db, { siteId: site.id, strategies })
    const warnings = [`${audits} audits would be deleted.`]
    return { site_id: site.id, site_url: site.url, would_affect: [toSiteBrief(site)], warnings }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, deleted: await deleteAudits(context.db, site.id) }
  })
