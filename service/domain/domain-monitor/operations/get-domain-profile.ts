import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { requireProfile } from '../describe-profile.ts'
import { DomainProfile } from '../domain.ts'

export const getDomainProfile = operation({
  name: 'get-domain-profile',
  summary: 'Read the stored domain data of a site.',
  effect: 'read',
  permission: 'domain-monitor.read',
  requires: 'domain-monitor',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: DomainProfile,
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  return requireProfile(context, site.id)
})
