import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { connectSite } from '../connect-site.ts'
import { brief, describeSite } from '../describe-site.ts'
import { requireSite } from '../find-site.ts'
import { SiteDetail, SiteRef } from '../site.ts'
import {
  AdminName,
  auditSubject,
  connectionFields,
  connectsBy,
  otherSpellings,
  recordFields,
  SiteUrl,
  siteAliases,
} from '../site-input.ts'
import { editSite, requireEdit } from '../write-site.ts'

export const updateSite = operation({
  name: 'update-site',
  ability: 'svc/update-site-v1',
  category: 'svc-sites',
  summary:
    'Change a site: what is left out stays, null or "" clears, tags replaces. With admin_password it is connected anew; `connection` tells how that went.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    ...recordFields,
    url: SiteUrl.optional(),
    admin: AdminName.optional(),
    ...connectionFields,
    ssl_verify: z.boolean().optional().describe('False: do not check the certificate of this site.'),
    ...otherSpellings,
    suspended: z.int().min(0).max(1).optional().describe('1 suspends the site, 0 puts it back to work.'),
  }),
  output: SiteDetail,
  aliases: { ...siteAliases, site_id: 'site_id_or_domain' },
  subject: auditSubject,
})
  .plans(async ({ site_id_or_domain, suspended, ...written }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const changes = await requireEdit(context, site, written)
    const isNothing = Object.values({ ...written, suspended }).every((value) => value === undefined)
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: isNothing ? [] : [brief(site)],
      warnings: [...changes, ...(connectsBy(site, written) ? [`${site.url} would be connected anew.`] : [])],
    }
  })
  .does(async ({ site_id_or_domain, suspended, ...written }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    await editSite(context, site.id, { ...written, suspended: suspended === undefined ? undefined : suspended === 1 })
    if (!connectsBy(site, written)) return describeSite(context.db, site.id)
    const problem = await connectSite(context, site.id, written.admin_password || undefined)
    const detail = await describeSite(context.db, site.id)
    return problem ? { ...detail, connection: { ok: false, code: problem.code, message: problem.message } } : detail
  })
