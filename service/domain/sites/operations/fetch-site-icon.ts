import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { fetchIcon } from '../icons/fetch-icon.ts'
import { SiteRef } from '../site.ts'

export const fetchSiteIcon = operation({
  name: 'fetch-site-icon',
  summary:
    'Download the icon of a site and store it: a PNG, JPEG, GIF, WebP or ICO of up to 64 kB. An icon stored from the same address is not downloaded again.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    icon_url: z.string().nullable().describe('Its address in this service.'),
    reason: z.string().nullable().describe('Why there is no icon.'),
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, would_affect: [toSiteBrief(site)] }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, ...(await fetchIcon(context, site)) }
  })
