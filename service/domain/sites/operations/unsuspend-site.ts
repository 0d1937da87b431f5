import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { brief } from '../describe-site.ts'
import { requireSite } from '../find-site.ts'
import { compatSite, MovedSite, toMovedSite } from '../moved-site.ts'
import { SiteRef } from '../site.ts'
import { unsuspend } from '../site-status.ts'

export const unsuspendSite = operation({
  name: 'unsuspend-site',
  ability: 'svc/unsuspend-site-v1',
  category: 'svc-sites',
  summary: 'Put a suspended site back to work: connected again if we still hold a key for it.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ unsuspended: z.literal(true), ...MovedSite.shape }),
  aliases: { site_id: 'site_id_or_domain' },
  compat: compatSite,
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, would_affect: site.suspended_by === 'none' ? [] : [brief(site)] }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const { db, clock } = context
    const { id } = await requireSite(context, site_id_or_domain)
    const [site] = await unsuspend(db, { ids: [id] }, clock.now())
    // Not suspended, so there was nothing to do.
    return { unsuspended: true, ...toMovedSite(site ?? (await requireSite(context, id))) }
  })
