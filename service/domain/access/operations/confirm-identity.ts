import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { checkCode, presentedCode } from '../factors/check-code.ts'
import { confirmOwnPassword } from '../passwords/check-password.ts'
import { requireSessionId } from '../sessions/session.ts'
import { recordProof } from '../sessions/session-store.ts'
import type { FactorType } from '../sign-in/sign-in-way.ts'
import { presentedPassword } from '../users/user.ts'
import { requireUser } from '../users/user-store.ts'

export const confirmIdentity = operation({
  name: 'confirm-identity',
  summary:
    'Prove your password or a second factor again in this session. Operations that answered svc_identity_confirmation_required work for 10 minutes.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: z.strictObject({
    current_password: presentedPassword.optional(),
    code: presentedCode.optional().describe('Of the authenticator app, or a recovery code.'),
  }),
  output: z.object({ confirmed: z.literal(true) }),
})
  .plans(async (_input, { actor }) => ({ would_affect: [{ id: requireSessionId(actor) }] }))
  .does(async ({ current_password, code }, ctx) => {
    const { db, actor, clock } = ctx
    const sessionId = requireSessionId(actor)
    if ((current_password === undefined) === (code === undefined))
      throw invalidInput({ current_password: 'or code must be sent, one of them' })
    let factor: FactorType = 'password'
    if (current_password !== undefined) await confirmOwnPassword(ctx, current_password)
    if (code !== undefined) {
      const user = await requireUser(db, requireUserId(actor))
      factor = await checkCode(ctx, user, code, { address: actor.address, sessionId })
    }
    await changeAccess(ctx, requireUserId(actor), (trx) => recordProof(trx, sessionId, factor, clock.now()))
    return { confirmed: true }
  })
