import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { conditionRules, IncludeCondition } from '../condition/condition.ts'
import { requireSiteDetail, toSiteDetail } from '../find-site.ts'
import { SiteDetail, SiteRef } from '../site.ts'

export const getSite = operation({
  name: 'get-site',
  ability: 'svc/get-site-v1',
  category: 'svc-sites',
  summary: 'Read one site by its id or address, with its update counts on request.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    include_stats: z.boolean().default(false),
    include_condition: IncludeCondition,
  }),
  output: SiteDetail,
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, include_stats, include_condition }, context) => {
  const rules = include_condition ? conditionRules(context) : null
  return toSiteDetail(await requireSiteDetail(context, site_id_or_domain, rules), { stats: include_stats })
})
