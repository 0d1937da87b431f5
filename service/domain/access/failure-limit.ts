import ipaddr from 'ipaddr.js'
import type { Db } from '../../platform/database/database.ts'
import type { AccessContext } from './access-context.ts'
import { tooManyFailures } from './access-errors.ts'
import { addFailure, type FailureWindow, forgetFailures, takeBackFailure, windowEnd } from './failure-store.ts'
import { hashingKey, keyedHash } from './hashing-key.ts'

const passwordWindow: FailureWindow = { failures: 10, windowMs: 5 * 60_000 }
// Keys cannot be guessed; this only keeps a broken program from knocking all day.
const keyWindow: FailureWindow = { failures: 100, windowMs: 60_000 }

export interface PasswordAttempt {
  succeeded(): Promise<void>
  /** It was neither right nor wrong: it could not be checked. */
  takenBack(): Promise<void>
}

/**
 * Counts the attempt as failed until it has succeeded: a thousand guesses sent at once get no further than ten sent
 * one by one. Throws svc_rate_limited when the network or the login has used up its window.
 */
export async function beginPasswordAttempt(
  context: AccessContext,
  login: string,
  address: string | null,
): Promise<PasswordAttempt> {
  const { db, clock } = context
  const network = `password from ${networkOf(address)}`
  // Hashed: people type their password where the user name belongs.
  const person = `password for ${keyedHash(await hashingKey(context), 'login', login.toLowerCase())}`
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await count(trx, network, passwordWindow, now)
    await count(trx, person, passwordWindow, now)
  })
  return {
    async succeeded() {
      await takeBackFailure(db, network)
      await forgetFailures(db, person)
    },
    async takenBack() {
      await takeBackFailure(db, network)
      await takeBackFailure(db, person)
    },
  }
}

export async function countKeyFailure({ db, clock }: AccessContext, address: string): Promise<void> {
  await count(db, `key from ${networkOf(address)}`, keyWindow, clock.now())
}

async function count(db: Db, subject: string, window: FailureWindow, now: Date): Promise<void> {
  if (await addFailure(db, subject, window, now)) return
  const end = await windowEnd(db, subject)
  throw tooManyFailures(Math.max(1, Math.ceil(((end ?? now).getTime() - now.getTime()) / 1000)))
}

/** One household of IPv6 has 2^64 addresses: it counts as one. */
export function networkOf(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return address ?? 'nowhere'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/64`).toString()}/64`
}
