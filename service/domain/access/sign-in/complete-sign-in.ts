import { z } from 'zod'
import type { Actor } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import type { AccessContext } from '../access-context.ts'
import { wrongCredentials } from '../access-errors.ts'
import { recordAccessEvent } from '../audit/access-event.ts'
import { openSession, type SignInSource } from '../sessions/session.ts'
import { toUserRecord, userRecord } from '../users/user.ts'
import type { UserRow } from '../users/user-store.ts'
import type { FactorType, SignInWay } from './sign-in-way.ts'

/** The answer of every operation that signs a person in. Its route has `session: 'open'`. */
export const signInAnswer = z.object({
  session_token: z.string(),
  csrf_token: z.string(),
  expires_at: timestamp,
  must_change_password: z.boolean(),
  user: userRecord,
})

export interface SignInAttempt {
  /** The row that the factors were checked against. */
  user: UserRow
  way: SignInWay
  /** The factors that were proven in this attempt. */
  proven: readonly FactorType[]
  source: SignInSource
}

export type SignInContext = Pick<AccessContext, 'db' | 'clock' | 'access'> & Pick<Context, 'audit'>

/** Address and device of a caller that is not signed in yet. */
export const sourceOf = ({ address, device = null }: Pick<Actor, 'address' | 'device'>): SignInSource => ({
  address,
  device,
})

/**
 * The only function that signs a person in: every way (see sign-in-way.ts) proves its factors and then calls it. It checks
 * the account and opens the session. Throws when the account may not sign in.
 */
export async function completeSignIn(
  context: SignInContext,
  { user, way, proven, source }: SignInAttempt,
): Promise<z.input<typeof signInAnswer>> {
  if (user.disabled || proven.length === 0) throw wrongCredentials()
  const { token, csrfToken, expiresAt } = await openSession(context, user, source, (trx) =>
    recordAccessEvent(
      context,
      { event: 'sign-in', outcome: 'ok', user, address: source.address, facts: { way, factors: proven.join(', ') } },
      trx,
    ),
  )
  return {
    session_token: token,
    csrf_token: csrfToken,
    expires_at: isoTime(expiresAt),
    must_change_password: user.must_change_password,
    user: toUserRecord({ ...user, last_sign_in_at: context.clock.now() }),
  }
}
