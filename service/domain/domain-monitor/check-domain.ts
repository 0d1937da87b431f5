import type { Context } from '../../operation/context.ts'
import { findPause, keepPause } from './bootstrap-store.ts'
import { registryPaused } from './domain-errors.ts'
import { findDomain, keepLookup, postpone } from './domain-store.ts'
import { lookUp } from './rdap-lookup.ts'
import { registeredDomain } from './registered-domain.ts'
import { assignDomains } from './site-domain-store.ts'
import { warnIfDue } from './warn.ts'

type Checking = Pick<Context, 'db' | 'outbound' | 'clock' | 'log'>

/** Sites of one domain share what one of them asked a moment ago. */
const sharedForMs = 60_000

/** Asks about the domain of a site, keeps what was told and warns where it is time to. */
export async function checkDomain(context: Checking, site: { id: number; url: string }): Promise<void> {
  const { db, clock } = context
  const domain = await noteDomain(context, site)
  if (domain === null) return
  const asked = (await findDomain(db, domain))?.checked_at
  const age = asked ? clock.now().getTime() - asked.getTime() : sharedForMs
  if (age >= 0 && age < sharedForMs) return
  const lookup = await lookUp(context, domain, (server) => findPause(db, server))
  const now = clock.now()
  if (lookup.outcome === 'paused') {
    const until = new Date(now.getTime() + lookup.pauseMs)
    await db.transaction().execute(async (trx) => {
      await keepPause(trx, lookup.server, until)
      await postpone(trx, domain, until)
    })
    throw registryPaused(domain, until, now)
  }
  await db.transaction().execute(async (trx) => {
    const kept = await keepLookup(trx, domain, lookup, now)
    if (kept && kept.outcome !== 'not-found') await warnIfDue(trx, kept, now)
  })
}

/** The site's domain, so that it can be kept; null where there is none. */
export async function noteDomain(
  { db, clock }: Pick<Checking, 'db' | 'clock'>,
  { id, url }: { id: number; url: string },
): Promise<string | null> {
  const domain = registeredDomain(url)
  await db.transaction().execute((trx) => assignDomains(trx, [{ id, url, domain }], clock.now()))
  return domain
}
