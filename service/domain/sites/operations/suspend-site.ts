import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { brief } from '../describe-site.ts'
import { requireSite } from '../find-site.ts'
import { compatSite, MovedSite, toMovedSite } from '../moved-site.ts'
import { SiteRef } from '../site.ts'
import { siteNotFound } from '../site-errors.ts'
import { suspend } from '../site-status.ts'

export const suspendSite = operation({
  name: 'suspend-site',
  ability: 'svc/suspend-site-v1',
  category: 'svc-sites',
  summary: 'Suspend a site: keep its record, leave it out of sync and updates.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ suspended: z.literal(true), ...MovedSite.shape }),
  aliases: { site_id: 'site_id_or_domain' },
  compat: compatSite,
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, would_affect: site.suspended_by === 'hand' ? [] : [brief(site)] }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const { db, clock } = context
    const { id } = await requireSite(context, site_id_or_domain)
    const [site] = await suspend(db, { ids: [id] }, 'hand', clock.now())
    if (!site) throw siteNotFound(site_id_or_domain)
    return { suspended: true, ...toMovedSite(site) }
  })
