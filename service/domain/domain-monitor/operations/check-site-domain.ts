import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef, toSiteBrief } from '../../sites/index.ts'
import { checkDomain } from '../check-domain.ts'
import { requireProfile } from '../describe-profile.ts'
import { DomainProfile } from '../domain.ts'
import { registeredDomain } from '../registered-domain.ts'

export const checkSiteDomain = operation({
  name: 'check-site-domain',
  summary: 'Look up the domain of a site at its registry now. Within a minute, repeated calls return the same answer.',
  effect: 'change',
  idempotent: true,
  permission: 'domain-monitor.manage',
  requires: 'domain-monitor',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: DomainProfile,
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const domain = registeredDomain(site.url)
    return {
      site_id: site.id,
      site_url: site.url,
      would_affect: domain === null ? [] : [{ ...toSiteBrief(site), domain }],
      warnings: domain === null ? [`${site.url} has no registered domain.`] : [],
    }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    await checkDomain(context, site)
    return requireProfile(context, site.id)
  })
