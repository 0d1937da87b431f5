import ipaddr from 'ipaddr.js'
import type { Db } from '../../../platform/database/database.ts'
import type { AccessContext } from '../access-context.ts'
import { tooManyFailures, tooManyRequests } from '../access-errors.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { findDeviceId } from '../sessions/known-device.ts'
import type { UserRow } from '../users/user-store.ts'
import {
  countFailure,
  countSlowedFailure,
  deleteFailures,
  type FailureBackoff,
  type FailureWindow,
  findWindowEnd,
  undoFailure,
} from './failure-store.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Backoff for guesses of a login password: the first few are free, then each wait is twice the previous one. Maximum per day:
 * - 110 from one network for one login, or from one known device;
 * - 1,466 from one network for all logins together;
 * - 3 from each subnet (IPv4 /24, IPv6 /48) and 1,546 from all subnets together for one login: 4,546 with 1,000
 *   addresses in different subnets, and 11,546 with any number of them.
 * The 3 allow an owner with a new device to sign in while attackers use up the shared limit.
 */
const perNetworkAndLogin: FailureBackoff = { free: 5, maxDelayMs: 15 * minute, memoryMs: day }
const perNetwork: FailureBackoff = { free: 20, maxDelayMs: minute, memoryMs: day }
const perLogin: FailureBackoff = { free: 100, maxDelayMs: minute, memoryMs: day }
const firstTries: FailureWindow = { failures: 3, windowMs: day }
const allFirstTries: FailureWindow = { failures: 10_000, windowMs: day }
// Keys cannot be guessed; this only limits broken programs.
const keyWindow: FailureWindow = { failures: 100, windowMs: minute }

/** Where a password was entered. */
export interface PasswordSource {
  address: string | null
  /** The device cookie of an earlier sign-in. */
  device?: string | null
  /** Set when the password is confirmed in an open session. */
  sessionId?: string | null
  /** The solution of a puzzle, or null; missing where none can be sent. */
  puzzle?: string | null
}

export interface PasswordAttempt {
  /** Whether the user has signed in from this device or session before. */
  isKnown: boolean
  recordSuccess(): Promise<void>
  /** For attempts that could not be checked. */
  undo(): Promise<void>
}

/**
 * Counts the attempt as failed until it succeeds, so that parallel guesses are limited like sequential ones. Throws
 * svc_rate_limited when it is too early. Known devices and open sessions have a limit of their own, which others cannot
 * use up.
 */
export async function beginPasswordAttempt(
  context: AccessContext,
  login: string,
  source: PasswordSource,
): Promise<PasswordAttempt> {
  const { db, clock } = context
  const known = await knownSource(context, login, source)
  // Hashed, because people sometimes type their password into the field of the user name.
  const person = keyedHash(context.access.hashingKey, 'login', login.toLowerCase())
  const now = clock.now()
  const ownSubject = known ?? `password from ${networkOfAddress(source.address)} for ${person}`
  const shared: string[] = []
  await db.transaction().execute(async (trx) => {
    if (known === null) await countUnknownSource(trx, person, source.address, now, shared)
    await requireBackoff(trx, ownSubject, perNetworkAndLogin, now)
  })
  const undoShared = async () => {
    for (const subject of shared) await undoFailure(db, subject, now)
  }
  return {
    isKnown: known !== null,
    async recordSuccess() {
      await deleteFailures(db, ownSubject)
      await undoShared()
    },
    async undo() {
      await undoFailure(db, ownSubject, now)
      await undoShared()
    },
  }
}

async function knownSource(context: AccessContext, login: string, source: PasswordSource): Promise<string | null> {
  if (source.sessionId) return `password in session ${source.sessionId}`
  const device = await findDeviceId(context, login, source.device ?? null)
  return device === null ? null : `password from device ${device}`
}

/** Adds the counted subjects to `shared`, so that they can be undone if the password is right. */
async function countUnknownSource(trx: Db, person: string, address: string | null, now: Date, shared: string[]) {
  const network = `password from ${networkOfAddress(address)}`
  await requireBackoff(trx, network, perNetwork, now)
  const first = `first passwords from ${subnetOfAddress(address)} for ${person}`
  const allFirst = `first passwords for ${person}`
  if ((await countFailure(trx, first, firstTries, now)) && (await countFailure(trx, allFirst, allFirstTries, now))) {
    shared.push(network, first, allFirst)
    return
  }
  const allNetworks = `password for ${person}`
  await requireBackoff(trx, allNetworks, perLogin, now)
  shared.push(network, allNetworks)
}

/**
 * A code has 20 bits, so guesses from all networks count together: at most 110 a day for one user, and as many from each known
 * device and each session. Three codes are valid at a time: an attacker who knows the password finds one in about 8 years.
 * Recovery codes cannot be guessed; they have a limit of their own, so that wrong codes of others do not block them.
 */
export async function beginCodeAttempt(
  context: AccessContext,
  { id, login }: Pick<UserRow, 'id' | 'login'>,
  type: 'totp' | 'recovery-code',
  source: PasswordSource,
): Promise<Omit<PasswordAttempt, 'isKnown'>> {
  const { db, clock } = context
  const now = clock.now()
  const from = (await knownSource(context, login, source))?.replace('password', '') ?? ''
  const subject = `${type} of user ${id}${from}`
  await requireBackoff(db, subject, perNetworkAndLogin, now)
  return { recordSuccess: () => deleteFailures(db, subject), undo: () => undoFailure(db, subject, now) }
}

const keyFailuresOf = (address: string) => `key from ${networkOfAddress(address)}`

export async function countKeyFailure(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  address: string,
): Promise<void> {
  const now = clock.now()
  const subject = keyFailuresOf(address)
  if (!(await countFailure(db, subject, keyWindow, now))) throw retryAfterError(now, await findWindowEnd(db, subject))
}

/** Counts the attempt as failed until it is undone, so that parallel ones are limited like sequential ones. */
export async function beginKeyAttempt(context: Pick<AccessContext, 'db' | 'clock'>, address: string) {
  await countKeyFailure(context, address)
  const { db, clock } = context
  return { undo: () => undoFailure(db, keyFailuresOf(address), clock.now()) }
}

/** Counts a request of a kind that is limited whether it succeeds or not. */
export async function countRequest(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  subject: string,
  window: FailureWindow,
): Promise<void> {
  const now = clock.now()
  if (await countFailure(db, subject, window, now)) return
  throw tooManyRequests(secondsUntil(now, await findWindowEnd(db, subject)))
}

async function requireBackoff(trx: Db, subject: string, rule: FailureBackoff, now: Date): Promise<void> {
  const nextAt = await countSlowedFailure(trx, subject, rule, now)
  if (nextAt !== null) throw retryAfterError(now, nextAt)
}

const retryAfterError = (now: Date, next: Date | undefined) => tooManyFailures(secondsUntil(now, next))

const secondsUntil = (now: Date, next: Date | undefined) =>
  Math.max(1, Math.ceil(((next ?? now).getTime() - now.getTime()) / 1000))

/** An IPv6 customer has at least 2^64 addresses; they count as one. */
export const networkOfAddress = (address: string | null): string => prefixOf(address, 32, 64)

/** Addresses that one customer of a provider can have; they do not count as independent. */
export const subnetOfAddress = (address: string | null): string => prefixOf(address, 24, 48)

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
