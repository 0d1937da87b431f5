import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { checkCode, presentedCode } from '../factors/check-code.ts'
import { countFactors, hasSecondFactor } from '../factors/factor-store.ts'
import { passkeyAnswer, verifyPasskey } from '../passkeys/passkey.ts'
import { confirmOwnPassword } from '../passwords/check-password.ts'
import { requireSessionId } from '../sessions/session.ts'
import { recordProof } from '../sessions/session-store.ts'
import type { FactorType } from '../sign-in/sign-in-way.ts'
import { presentedPassword } from '../users/user.ts'
import { requireUser } from '../users/user-store.ts'

export const confirmIdentity = operation({
  name: 'confirm-identity',
  summary:
    'Prove your second factor again in this session, or your password if you have none. Operations that answered svc_identity_confirmation_required work for 10 minutes.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: z.strictObject({
    current_password: presentedPassword.optional(),
    passkey: passkeyAnswer.optional().describe('The answer to POST /access/sessions/current/passkey-options.'),
    code: presentedCode.optional().describe('Of the authenticator app, or a recovery code.'),
  }),
  output: z.object({ confirmed: z.literal(true) }),
})
  .plans(async (_input, { actor }) => ({ would_affect: [{ id: requireSessionId(actor) }] }))
  .does(async ({ current_password, code, passkey }, ctx) => {
    const { db, actor, clock } = ctx
    const sessionId = requireSessionId(actor)
    if ([current_password, code, passkey].filter((proof) => proof !== undefined).length !== 1)
      throw invalidInput({ current_password: 'or code or passkey must be sent, one of them' })
    const user = await requireUser(db, requireUserId(actor))
    let factor: FactorType = 'password'
    if (current_password !== undefined) {
      await requireNoSecondFactor(ctx, user.id)
      await confirmOwnPassword(ctx, current_password)
    }
    if (code !== undefined) factor = await checkCode(ctx, user, code, { address: actor.address, sessionId })
    if (passkey !== undefined) {
      await verifyPasskey(ctx, 'confirm', user, passkey)
      factor = 'passkey'
    }
    await changeAccess(ctx, user.id, (trx) => recordProof(trx, sessionId, factor, clock.now()))
    return { confirmed: true }
  })

/** The password may be stolen: it must not be enough to create keys or another second factor in a session that was found open. */
async function requireNoSecondFactor({ db }: Pick<Context, 'db'>, userId: number): Promise<void> {
  if (hasSecondFactor(await countFactors(db, userId)))
    throw invalidInput({
      current_password: 'is not enough, because you have a second factor: send a code or a passkey',
    })
}
