import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { SiteRef } from '../site.ts'
import { markSitesUnsuspended, SiteStateChange, toSiteStateChange } from '../site-status.ts'

export const unsuspendSite = operation({
  name: 'unsuspend-site',
  ability: 'svc/unsuspend-site-v1',
  category: 'svc-sites',
  summary: 'Unsuspend a site: it is connected again, unless it was disconnected meanwhile.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ unsuspended: z.literal(true), ...SiteStateChange.shape }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: site.suspended_by === 'none' ? [] : [toSiteBrief(site)],
    }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const { db, clock } = context
    const { id } = await requireSite(context, site_id_or_domain)
    const [site] = await markSitesUnsuspended(db, { ids: [id] }, clock.now())
    // No row when the site was not suspended.
    return { unsuspended: true, ...toSiteStateChange(site ?? (await requireSite(context, id))) }
  })
