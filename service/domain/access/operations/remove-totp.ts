import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { totpNotFound } from '../access-errors.ts'
import { checkCode, presentedCode } from '../factors/check-code.ts'
import { countFactors, deleteRecoveryCodes, deleteTotp, findTotp } from '../factors/factor-store.ts'
import { requireSessionId } from '../sessions/session.ts'
import { requireUser } from '../users/user-store.ts'

export const removeTotp = operation({
  name: 'remove-totp',
  summary: 'Remove the authenticator app and the recovery codes. Needs a code of the app, or a recovery code.',
  effect: 'destroy',
  audit: 'own-transaction',
  permission: 'own',
  // The code in the input proves the factor.
  stepUp: false,
  input: z.strictObject({ code: presentedCode.meta({ examples: ['123456'] }) }),
  output: z.object({ removed: z.literal(true) }),
})
  .plans(async (_input, { db, actor }) => {
    requireSessionId(actor)
    const { id, login } = await requireUser(db, requireUserId(actor))
    if (!(await findTotp(db, id))) throw totpNotFound()
    return { would_affect: [{ id, login }] }
  })
  .does(async ({ code }, ctx) => {
    const { db, actor } = ctx
    const sessionId = requireSessionId(actor)
    const user = await requireUser(db, requireUserId(actor))
    if (!(await findTotp(db, user.id))?.confirmed_at) throw totpNotFound()
    await checkCode(ctx, user, code, { address: actor.address, sessionId })
    const { passkeys } = await countFactors(db, user.id)
    await changeAccess(ctx, user.id, async (trx) => {
      await deleteTotp(trx, user.id)
      // They belong to all second factors.
      if (passkeys === 0) await deleteRecoveryCodes(trx, user.id)
    })
    return { removed: true }
  })
