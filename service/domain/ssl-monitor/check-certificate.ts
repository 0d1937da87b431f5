import { timeZoneOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { storeProbe } from './check-store.ts'
import { probeTls } from './handshake.ts'
import { warnOfCertificateExpiry } from './warn.ts'

/** Checks the certificate of a site, stores the result and warns if due. */
export async function checkCertificate(
  context: Pick<Context, 'db' | 'outbound' | 'clock' | 'settings'>,
  site: { id: number; url: string; name: string },
): Promise<void> {
  const probe = await probeTls(context, site.url)
  const now = context.clock.now()
  await context.db.transaction().execute(async (trx) => {
    const stored = await storeProbe(trx, site, probe, now)
    // Also when the server is unreachable: the last known certificate still expires.
    if (stored) await warnOfCertificateExpiry(trx, site, stored, { now, zone: timeZoneOf(context.settings) })
  })
}
