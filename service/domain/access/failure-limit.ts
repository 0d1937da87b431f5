import ipaddr from 'ipaddr.js'
import type { Db } from '../../platform/database/database.ts'
import type { AccessContext } from './access-context.ts'
import { tooManyFailures } from './access-errors.ts'
import {
  addFailure,
  addSlowedFailure,
  type FailureWindow,
  forgetFailures,
  type SlowDown,
  takeBackFailure,
  windowEnd,
} from './failure-store.ts'
import { hashingKey, keyedHash } from './hashing-key.ts'
import { findDevice } from './known-device.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Guesses of a login password are slowed down: the first few are free, then each wait is twice the one before. At most, a day:
 * - 110 from one network for one login, or from one known device;
 * - 1,466 from one network for all logins together;
 * - 3 from each neighbourhood (IPv4 /24, IPv6 /48) and 1,546 from all of them together for one login: 4,546 with 1,000
 *   addresses far apart, and 11,546 with any number of them.
 * The 3 keep an owner with a new device from waiting behind strangers, who use up the rest.
 */
const perNetworkAndLogin: SlowDown = { free: 5, longestMs: 15 * minute, memoryMs: day }
const perNetwork: SlowDown = { free: 20, longestMs: minute, memoryMs: day }
const perLogin: SlowDown = { free: 100, longestMs: minute, memoryMs: day }
const firstTries: FailureWindow = { failures: 3, windowMs: day }
const allFirstTries: FailureWindow = { failures: 10_000, windowMs: day }
// Keys cannot be guessed; this only keeps a broken program from knocking all day.
const keyWindow: FailureWindow = { failures: 100, windowMs: minute }

/** Where a password was typed. */
export interface PasswordSource {
  address: string | null
  /** What the browser keeps of an earlier sign-in. */
  device?: string | null
  /** The password is asked again in an open session. */
  sessionId?: string | null
}

export interface PasswordAttempt {
  /** Whether the person has signed in from there before. */
  isKnown: boolean
  succeeded(): Promise<void>
  /** It was neither right nor wrong: it could not be checked. */
  takenBack(): Promise<void>
}

/**
 * Counts the attempt as failed until it has succeeded, so that guesses sent at once get no further than guesses sent one by
 * one. Throws svc_rate_limited when it comes too early. Known devices and open sessions have a limit of their own, which
 * strangers do not use up.
 */
export async function beginPasswordAttempt(
  context: AccessContext,
  login: string,
  source: PasswordSource,
): Promise<PasswordAttempt> {
  const { db, clock } = context
  const known = await knownSource(context, login, source)
  // Hashed: people type their password where the user name belongs.
  const person = keyedHash(await hashingKey(context), 'login', login.toLowerCase())
  const now = clock.now()
  const own = known ?? `password from ${networkOf(source.address)} for ${person}`
  const shared: string[] = []
  await db.transaction().execute(async (trx) => {
    if (known === null) await countStranger(trx, person, source.address, now, shared)
    await slowDown(trx, own, perNetworkAndLogin, now)
  })
  const takeBack = async () => {
    for (const subject of shared) await takeBackFailure(db, subject, now)
  }
  return {
    isKnown: known !== null,
    async succeeded() {
      await forgetFailures(db, own)
      await takeBack()
    },
    async takenBack() {
      await takeBackFailure(db, own, now)
      await takeBack()
    },
  }
}

async function knownSource(context: AccessContext, login: string, source: PasswordSource): Promise<string | null> {
  if (source.sessionId) return `password in session ${source.sessionId}`
  const device = await findDevice(context, login, source.device ?? null)
  return device === null ? null : `password from device ${device}`
}

/** `shared` collects what was counted, for the case that the password is right. */
async function countStranger(trx: Db, person: string, address: string | null, now: Date, shared: string[]) {
  const network = `password from ${networkOf(address)}`
  await slowDown(trx, network, perNetwork, now)
  const first = `first passwords from ${neighbourhoodOf(address)} for ${person}`
  const allFirst = `first passwords for ${person}`
  if ((await addFailure(trx, first, firstTries, now)) && (await addFailure(trx, allFirst, allFirstTries, now))) {
    shared.push(network, first, allFirst)
    return
  }
  const everywhere = `password for ${person}`
  await slowDown(trx, everywhere, perLogin, now)
  shared.push(network, everywhere)
}

export async function countKeyFailure({ db, clock }: AccessContext, address: string): Promise<void> {
  const now = clock.now()
  const subject = `key from ${networkOf(address)}`
  if (!(await addFailure(db, subject, keyWindow, now))) throw tooEarly(now, await windowEnd(db, subject))
}

async function slowDown(trx: Db, subject: string, rule: SlowDown, now: Date): Promise<void> {
  const nextAt = await addSlowedFailure(trx, subject, rule, now)
  if (nextAt !== null) throw tooEarly(now, nextAt)
}

const tooEarly = (now: Date, next: Date | undefined) =>
  tooManyFailures(Math.max(1, Math.ceil(((next ?? now).getTime() - now.getTime()) / 1000)))

/** One household of IPv6 has 2^64 addresses: it counts as one. */
export const networkOf = (address: string | null): string => prefixOf(address, 32, 64)

/** What one customer of a provider can have: addresses in it are not counted as independent of each other. */
export const neighbourhoodOf = (address: string | null): string => prefixOf(address, 24, 48)

function prefixOf(address: string | null, v4: number, v6: number): string {
  if (address === null || !ipaddr.isValid(address)) return address ?? 'nowhere'
  const parsed = ipaddr.process(address)
  const bits = parsed.kind() === 'ipv4' ? v4 : v6
  const text = `${parsed.toNormalizedString().split('%')[0]}/${bits}`
  if (parsed.kind() === 'ipv4') {
    return bits === 32 ? parsed.toString() : `${ipaddr.IPv4.networkAddressFromCIDR(text).toString()}/${bits}`
  }
  return `${ipaddr.IPv6.networkAddressFromCIDR(text).toString()}/${bits}`
}
