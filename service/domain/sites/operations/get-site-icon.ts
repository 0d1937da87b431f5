import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { requireSite } from '../find-site.ts'
import { findIcon } from '../icons/icon-store.ts'
import { SiteRef } from '../site.ts'
import { siteHasNoIcon } from '../site-errors.ts'

export const getSiteIcon = operation({
  name: 'get-site-icon',
  summary: 'Return the stored icon of a site as an image. icon_url of a site is its address.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    version: z.string().max(40).optional().describe('As in icon_url; the response may then be cached forever.'),
  }),
  output: z.unknown(),
  answers: ['file'],
}).does(async ({ site_id_or_domain, version }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const icon = await findIcon(context.db, site.id)
  if (!icon?.content || !icon.media_type) throw siteHasNoIcon(site)
  const lasting = version !== undefined && site.icon_url?.endsWith(`=${version}`) === true
  return new FileAnswer(`icon-${site.id}`, icon.media_type, icon.content, { lasting })
})
