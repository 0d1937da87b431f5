import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { checkHomepage } from '../check-homepage.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { SiteRef } from '../site.ts'
import { recordHomepageCheck } from '../site-store.ts'

export const checkSite = operation({
  name: 'check-site',
  ability: 'svc/check-site-v1',
  category: 'svc-sites',
  summary:
    'Fetch the homepage of a site now. Reachable means that an HTTP response arrived; http_status is its status, or 0.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site_name: z.string(),
    reachable: z.boolean(),
    response_time_ms: z.int(),
    http_status: z.int(),
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, would_affect: [toSiteBrief(site)] }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const { db, clock } = context
    const site = await requireSite(context, site_id_or_domain)
    const check = await checkHomepage(context, site)
    await recordHomepageCheck(db, site, check, clock.now())
    return { site_id: site.id, site_url: site.url, site_name: site.name, ...check }
  })
