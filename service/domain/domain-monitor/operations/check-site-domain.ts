import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef, toSiteBrief } from '../../sites/index.ts'
import { checkDomain, type DomainCheckState } from '../check-domain.ts'
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
  output: DomainProfile.extend({
    check: z
      .object({ done: z.boolean(), code: z.string().nullable(), message: z.string() })
      .describe('Whether the registry was queried now; code: why it could not be.'),
  }),
  results: ({ check: { done, code, message } }) => ({
    done: done ? 1 : 0,
    errors: code === null ? [] : [{ code, message }],
    label: ['domain checked', 'domains checked'],
  }),
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
    const state = await checkDomain(context, site)
    const profile = await requireProfile(context, site.id)
    const message = describeCheck(state, profile, site.url)
    const code = state === 'failed' ? 'svc_lookup_failed' : null
    return { ...profile, check: { done: state === 'checked', code, message } }
  })

function describeCheck(state: DomainCheckState, { domain, reason }: DomainProfile, url: string): string {
  switch (state) {
    case 'checked':
      return 'Domain checked.'
    case 'recent':
      return `${domain} was checked less than a minute ago; this is that result.`
    case 'no-domain':
      return `The domain was not checked. ${url} has no registered domain.`
    default:
      return `The domain was not checked. ${reason}`
  }
}
