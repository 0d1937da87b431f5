import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { conditionRules, IncludeCondition } from '../condition/condition.ts'
import { connectSite } from '../connection/connect-site.ts'
import { describeSite, requireSite, toSiteBrief } from '../find-site.ts'
import { SiteDetail, SiteRef } from '../site.ts'
import {
  AdminName,
  auditSubject,
  connectionFields,
  connectsWith,
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
    'Change a site: omitted fields stay, null or "" clears, tags replaces. With admin_password it is connected again; `connection` has the result.',
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
    suspended: z.int().min(0).max(1).optional().describe('1 suspends the site, 0 unsuspends it.'),
    include_condition: IncludeCondition,
  }),
  output: SiteDetail,
  aliases: { ...siteAliases, site_id: 'site_id_or_domain' },
  subject: auditSubject,
})
  .plans(async ({ site_id_or_domain, suspended, include_condition: _, ...input }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const changes = await requireEdit(context, site, input)
    const isEmpty = Object.values({ ...input, suspended }).every((value) => value === undefined)
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: isEmpty ? [] : [toSiteBrief(site)],
      warnings: [...changes, ...(connectsWith(site, input) ? [`${site.url} would be connected again.`] : [])],
    }
  })
  .does(async ({ site_id_or_domain, suspended, include_condition, ...input }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    await editSite(context, site.id, { ...input, suspended: suspended === undefined ? undefined : suspended === 1 })
    const problem = connectsWith(site, input)
      ? await connectSite(context, site.id, input.admin_password || undefined)
      : null
    const detail = await describeSite(context.db, site.id, include_condition ? conditionRules(context) : null)
    return problem ? { ...detail, connection: { ok: false, code: problem.code, message: problem.message } } : detail
  })
