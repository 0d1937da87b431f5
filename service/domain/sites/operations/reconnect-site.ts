import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { reconnect } from '../connection/site-keys.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { SiteRef } from '../site.ts'
import { AdminName, auditSubject, connectionFields, otherSpellings, SiteUrl, siteAliases } from '../site-input.ts'
import { SiteStateChange, toSiteStateChange } from '../site-status.ts'
import { editSite, requireEdit } from '../write-site.ts'

const { tag_ids: _, groupids: __, ...aliases } = siteAliases

export const reconnectSite = operation({
  name: 'reconnect-site',
  ability: 'svc/reconnect-site-v1',
  category: 'svc-sites',
  summary:
    'Reconnect a site with its stored key, else with a new one. Address and credentials can be corrected in the same call.',
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
  output: z.object({ reconnected: z.literal(true), ...SiteStateChange.shape }),
  aliases: { ...aliases, site_id: 'site_id_or_domain' },
  subject: auditSubject,
})
  .plans(async ({ site_id_or_domain, ...input }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const warnings = await requireEdit(context, site, input)
    return { site_id: site.id, site_url: site.url, would_affect: [toSiteBrief(site)], warnings }
  })
  .does(async ({ site_id_or_domain, ...input }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    const hasChanges = Object.values(input).some((value) => value !== undefined)
    if (hasChanges) await editSite(context, id, input)
    const problem = await reconnect(context, id, input.admin_password || undefined)
    if (problem) throw problem
    return { reconnected: true, ...toSiteStateChange(await requireSite(context, id)) }
  })
