import type { Context } from '../../operation/context.ts'
import { keepLook } from './check-store.ts'
import { shakeHands } from './handshake.ts'
import { warnIfDue } from './warn.ts'

/** Looks at the certificate of a site, keeps what it saw and warns where it is time to. */
export async function checkCertificate(
  context: Pick<Context, 'db' | 'outbound' | 'clock'>,
  site: { id: number; url: string; name: string },
): Promise<void> {
  const look = await shakeHands(context, site.url)
  const now = context.clock.now()
  await context.db.transaction().execute(async (trx) => {
    const kept = await keepLook(trx, site, look, now)
    // Also when the server could not be reached: the certificate that was seen before runs out all the same.
    if (kept) await warnIfDue(trx, site, kept, now)
  })
}
