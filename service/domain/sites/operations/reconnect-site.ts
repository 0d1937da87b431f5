import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { brief } from '../describe-site.ts'
import { requireSite } from '../find-site.ts'
import { reconnect } from '../keys-of-site.ts'
import { compatSite, MovedSite, toMovedSite } from '../moved-site.ts'
import { SiteRef } from '../site.ts'
import { AdminName, auditSubject, connectionFields, otherSpellings, SiteUrl, siteAliases } from '../site-input.ts'
import { editSite, requireEdit } from '../write-site.ts'

const { tag_ids: _, groupids: __, ...aliases } = siteAliases

export const reconnectSite = operation({
  name: 'reconnect-site',
  ability: 'svc/reconnect-site-v1',
  category: 'svc-sites',
  summary:
    'Connect to a site again: by the key we hold, else by a new one. Address and credentials can be corrected in the same call.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    url: SiteUrl.optional(),
    admin: AdminName.optional(),
    ...connectionFields,
    ssl_verify: z.boolean().optional().describe('False: do not check the certificate of this site.'),
    ...otherSpellings,
  }),
  output: z.object({ reconnected: z.literal(true), ...MovedSite.shape }),
  aliases: { ...aliases, site_id: 'site_id_or_domain' },
  compat: compatSite,
  subject: auditSubject,
})
  .plans(async ({ site_id_or_domain, ...written }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const warnings = await requireEdit(context, site, written)
    return { site_id: site.id, site_url: site.url, would_affect: [brief(site)], warnings }
  })
  .does(async ({ site_id_or_domain, ...written }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    const isNews = Object.values(written).some((value) => value !== undefined)
    if (isNews) await editSite(context, id, written)
    const problem = await reconnect(context, id, written.admin_password || undefined)
    if (problem) throw problem
    return { reconnected: true, ...toMovedSite(await requireSite(context, id)) }
  })
