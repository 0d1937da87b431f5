import { timeZoneOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { findPause, upsertPause } from './bootstrap-store.ts'
import { registryPaused } from './domain-errors.ts'
import { findDomain, postpone, storeLookup } from './domain-store.ts'
import { lookUp } from './rdap-lookup.ts'
import { registeredDomain } from './registered-domain.ts'
import { assignDomains } from './site-domain-store.ts'
import { warnOfDomainExpiry } from './warn.ts'

type CheckContext = Pick<Context, 'db' | 'outbound' | 'clock' | 'settings' | 'log' | 'registries'>

/** Sites of one domain share a recent lookup. */
const sharedForMs = 60_000

/** What came of a check; only `checked` and `failed` sent a request. */
export type DomainCheckState = 'checked' | 'recent' | 'failed' | 'unsupported' | 'no-domain'

/** Looks up the domain of a site, stores the result and warns if due. */
export async function checkDomain(context: CheckContext, site: { id: number; url: string }): Promise<DomainCheckState> {
  const { db, clock } = context
  const domain = await assignDomain(context, site)
  if (domain === null) return 'no-domain'
  const checkedAt = (await findDomain(db, domain))?.checked_at
  const age = checkedAt ? clock.now().getTime() - checkedAt.getTime() : sharedForMs
  if (age >= 0 && age < sharedForMs) return 'recent'
  const lookup = await lookUp(context, domain, (server) => findPause(db, server))
  const now = clock.now()
  if (lookup.outcome === 'paused') {
    const until = new Date(now.getTime() + lookup.pauseMs)
    await db.transaction().execute(async (trx) => {
      await upsertPause(trx, lookup.server, until)
      await postpone(trx, domain, until)
    })
    throw registryPaused(domain, until, now)
  }
  await db.transaction().execute(async (trx) => {
    const stored = await storeLookup(trx, domain, lookup, now)
    if (stored && stored.outcome !== 'not-found')
      await warnOfDomainExpiry(trx, stored, { now, zone: timeZoneOf(context.settings) })
  })
  return lookup.outcome === 'found' || lookup.outcome === 'not-found' ? 'checked' : lookup.outcome
}

/** Stores the site's domain; null when it has none. */
export async function assignDomain(
  { db, clock }: Pick<CheckContext, 'db' | 'clock'>,
  { id, url }: { id: number; url: string },
): Promise<string | null> {
  const domain = registeredDomain(url)
  await db.transaction().execute((trx) => assignDomains(trx, [{ id, url, domain }], clock.now()))
  return domain
}
