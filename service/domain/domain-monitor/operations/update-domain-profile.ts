import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { noteDomain } from '../check-domain.ts'
import { requireProfile } from '../describe-profile.ts'
import { DomainProfile } from '../domain.ts'
import { beyondLimits, noDomain } from '../domain-errors.ts'
import { keepManual } from '../domain-store.ts'
import { manualFields, toManualColumns } from '../manual-entry.ts'
import { registeredDomain } from '../registered-domain.ts'
import { sitesOfDomain } from '../site-domain-store.ts'
import { warnIfDue } from '../warn.ts'

export const updateDomainProfile = operation({
  name: 'update-domain-profile',
  summary: 'Enter by hand what a registry does not tell of a domain; what it does tell counts more.',
  effect: 'change',
  idempotent: true,
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
      warnings: source === 'registry' ? ['The registry tells the expiry date itself, so that one counts.'] : [],
    }
  })
  .does(async ({ site_id_or_domain, ...given }, context) => {
    const { site, domain } = await requireChangeable(context, site_id_or_domain)
    await noteDomain(context, site)
    const now = context.clock.now()
    await context.db.transaction().execute(async (trx) => {
      const kept = await keepManual(trx, domain, toManualColumns(given))
      if (kept) await warnIfDue(trx, kept, now)
    })
    return requireProfile(context, site.id)
  })

async function requireChangeable(context: Context, ref: SiteRef) {
  const site = await requireSite(context, ref)
  const domain = registeredDomain(site.url)
  if (domain === null) throw noDomain(site.url)
  const sites = await sitesOfDomain(context.db, domain, context.actor.limits)
  if (sites.some(({ visible }) => !visible)) throw beyondLimits()
  return { site, domain }
}
