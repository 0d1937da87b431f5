import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { assignDomain } from '../check-domain.ts'
import { requireProfile } from '../describe-profile.ts'
import { DomainProfile } from '../domain.ts'
import { domainBeyondLimits, noDomain } from '../domain-errors.ts'
import { updateManual } from '../domain-store.ts'
import { manualFields, toManualColumns } from '../manual-entry.ts'
import { registeredDomain } from '../registered-domain.ts'
import { listSitesOfDomain } from '../site-domain-store.ts'
import { warnOfDomainExpiry } from '../warn.ts'

export const updateDomainProfile = operation({
  name: 'update-domain-profile',
  summary: 'Enter domain data that the registry does not report; registry data takes precedence.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'domain-monitor.manage',
  requires: 'domain-monitor',
  input: z.strictObject({ site_id_or_domain: SiteRef, ...manualFields }),
  output: DomainProfile,
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain, ...given }, context) => {
    const { site, domain } = await requireChangeable(context, site_id_or_domain)
    const { source } = await requireProfile(context, site.id)
    const isNothing = Object.keys(toManualColumns(given)).length === 0
    return {
      site_id: site.id,
      would_affect: isNothing ? [] : [{ id: site.id, url: site.url, domain }],
      warnings: source === 'registry' ? ['The registry reports an expiry date, which takes precedence.'] : [],
    }
  })
  .does(async ({ site_id_or_domain, ...given }, context) => {
    const { site, domain } = await requireChangeable(context, site_id_or_domain)
    await assignDomain(context, site)
    const now = context.clock.now()
    await context.db.transaction().execute(async (trx) => {
      const stored = await updateManual(trx, domain, toManualColumns(given))
      if (stored) await warnOfDomainExpiry(trx, stored, { now, zone: timeZoneOf(context.settings) })
    })
    return requireProfile(context, site.id)
  })

async function requireChangeable(context: Context, ref: SiteRef) {
  const site = await requireSite(context, ref)
  const domain = registeredDomain(site.url)
  if (domain === null) throw noDomain(site.url)
  const sites = await listSitesOfDomain(context.db, domain, context.actor.limits)
  if (sites.some(({ visible }) => !visible)) throw domainBeyondLimits()
  return { site, domain }
}
