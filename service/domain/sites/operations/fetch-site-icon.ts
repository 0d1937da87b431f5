import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { brief } from '../describe-site.ts'
import { requireSite } from '../find-site.ts'
import { fetchIcon } from '../icons/fetch-icon.ts'
import { SiteRef } from '../site.ts'

export const fetchSiteIcon = operation({
  name: 'fetch-site-icon',
  summary:
    'Ask a site for its icon and keep it: a PNG, JPEG, GIF, WebP or ICO of up to 64 kB. One that we have from the same address is not fetched again.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    icon_url: z.string().nullable().describe('Where it is to be had from us.'),
    reason: z.string().nullable().describe('Why there is none.'),
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, would_affect: [brief(site)] }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    return { site_id: site.id, site_url: site.url, ...(await fetchIcon(context, site)) }
  })
