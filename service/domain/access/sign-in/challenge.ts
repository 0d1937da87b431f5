import type { AccessContext } from '../access-context.ts'
import { challengeEnded, secondFactorRequired } from '../access-errors.ts'
import type { FactorCounts } from '../factors/factor-store.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { newSessionToken } from '../passwords/random-text.ts'
import { findUser, type UserRow } from '../users/user-store.ts'
import { findChallenge, insertChallenge, takeChallenge } from './challenge-store.ts'
import type { FactorType, SignInWay } from './sign-in-way.ts'

type ChallengeContext = Pick<AccessContext, 'db' | 'clock' | 'access'>

const lifetimeMs = 5 * 60_000

/** The error that asks for the second factor. Its challenge is random, stored as a hash, and valid once and for five minutes. */
export async function createChallenge(
  { db, clock, access }: ChallengeContext,
  { user, way, proven }: { user: UserRow; way: SignInWay; proven: readonly FactorType[] },
  factors: FactorCounts,
) {
  const challenge = newSessionToken()
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs)
  await insertChallenge(db, {
    token_hash: keyedHash(access.hashingKey, 'sign-in challenge', challenge),
    user_id: user.id,
    way,
    proven: [...proven],
    expires_at: expiresAt,
  })
  const offered = [
    factors.totp_confirmed_at && 'totp',
    factors.recovery_codes > 0 && 'recovery-code',
    factors.passkeys > 0 && 'passkey',
  ]
  return secondFactorRequired({
    challenge,
    expires_at: expiresAt.toISOString(),
    factors: offered.filter((factor) => typeof factor === 'string'),
  })
}

export interface OpenChallenge {
  user: UserRow
  way: SignInWay
  proven: FactorType[]
  /** Ends the challenge. Throws if another call has ended it. */
  use(): Promise<void>
}

/** Undefined if the challenge is unknown, used or expired, or its user does not exist. */
export async function findOpenChallenge(
  { db, clock, access }: ChallengeContext,
  challenge: string,
): Promise<OpenChallenge | undefined> {
  const hash = keyedHash(access.hashingKey, 'sign-in challenge', challenge)
  const found = await findChallenge(db, hash, clock.now())
  const user = found && (await findUser(db, found.user_id))
  if (!user) return undefined
  return {
    user,
    way: found.way,
    proven: found.proven,
    async use() {
      if (!(await takeChallenge(db, hash))) throw challengeEnded()
    },
  }
}
