import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { SiteRef } from '../site.ts'
import { siteNotFound } from '../site-errors.ts'
import { markSitesSuspended, SiteStateChange, toSiteStateChange } from '../site-status.ts'

export const suspendSite = operation({
  name: 'suspend-site',
  ability: 'svc/suspend-site-v1',
  category: 'svc-sites',
  summary: 'Suspend a site: it stays stored but is not synced or updated.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ suspended: z.literal(true), ...SiteStateChange.shape }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: site.suspended_by === 'hand' ? [] : [toSiteBrief(site)],
    }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const { db, clock } = context
    const { id } = await requireSite(context, site_id_or_domain)
    const [site] = await markSitesSuspended(db, { ids: [id] }, 'hand', clock.now())
    if (!site) throw siteNotFound(site_id_or_domain)
    return { suspended: true, ...toSiteStateChange(site) }
  })
