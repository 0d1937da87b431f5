import { z } from 'zod'
import type { Actor } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import type { AccessContext } from '../access-context.ts'
import { wrongCredentials } from '../access-errors.ts'
import { recordAccessEvent } from '../audit/access-event.ts'
import { countFactors, hasSecondFactor } from '../factors/factor-store.ts'
import { insertOidcSession } from '../oidc/identity-store.ts'
import { requireProviderAccess } from '../oidc/provider-access.ts'
import { browserName } from '../sessions/browser-name.ts'
import { notifyNewDevice } from '../sessions/new-device.ts'
import { openSession, type SignInSource } from '../sessions/session.ts'
import { toUserRecord, userRecord } from '../users/user.ts'
import type { UserRow } from '../users/user-store.ts'
import { createChallenge } from './challenge.ts'
import { type FactorType, type SignInWay, secondFactors } from './sign-in-way.ts'

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

export type SignInContext = Pick<AccessContext, 'db' | 'clock' | 'access' | 'settings'> &
  Pick<Context, 'audit' | 'mail' | 'queue'>

/** Address and device of a caller that is not signed in yet. */
export const sourceOf = (actor: Pick<Actor, 'address' | 'device' | 'userAgent'>): SignInSource => ({
  address: actor.address,
  device: actor.device ?? null,
  browser: browserName(actor.userAgent),
})

/**
 * The only function that signs a person in: every way (see sign-in-way.ts) proves its factors and then calls it. It checks
 * the account and its second factor, and opens the session. Throws when the account may not sign in, or
 * svc_second_factor_required with a challenge.
 */
export async function completeSignIn(
  context: SignInContext,
  attempt: SignInAttempt,
): Promise<z.input<typeof signInAnswer>> {
  const { user, way, proven, source } = attempt
  const [first] = proven
  if (user.disabled || first === undefined) throw wrongCredentials()
  if (way !== 'single sign-on') await requireProviderAccess(context, user.id)
  const factors = await countFactors(context.db, user.id)
  const second = proven.find((factor) => secondFactors.includes(factor))
  if (second === undefined && hasSecondFactor(factors)) throw await createChallenge(context, attempt, factors)
  const session = { ...source, provenWith: second ?? first }
  const { token, csrfToken, expiresAt } = await openSession(context, user, session, async (trx, opened) => {
    if (opened.isNewDevice) await notifyNewDevice(context, user, source, trx)
    if (way === 'single sign-on') await insertOidcSession(trx, opened.sessionId)
    const facts = { way, factors: proven.join(', ') }
    await recordAccessEvent(context, { event: 'sign-in', outcome: 'ok', user, address: source.address, facts }, trx)
  })
  return {
    session_token: token,
    csrf_token: csrfToken,
    expires_at: isoTime(expiresAt),
    must_change_password: user.must_change_password,
    user: toUserRecord({ ...user, last_sign_in_at: context.clock.now() }),
  }
}
