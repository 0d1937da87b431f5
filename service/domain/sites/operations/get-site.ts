import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSiteDetail, toSiteDetail } from '../find-site.ts'
import { SiteDetail, SiteRef } from '../site.ts'

export const getSite = operation({
  name: 'get-site',
  ability: 'svc/get-site-v1',
  category: 'svc-sites',
  summary: 'Read one site by its id or address, with its update counts on request.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({ site_id_or_domain: SiteRef, include_stats: z.boolean().default(false) }),
  output: SiteDetail,
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain, include_stats }, context) =>
  toSiteDetail(await requireSiteDetail(context, site_id_or_domain), { stats: include_stats }),
)
