import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { totpExists } from '../access-errors.ts'
import { findTotp, totpSecretColumn, upsertUnconfirmedTotp } from '../factors/factor-store.ts'
import { newTotpSecret, totpAddress } from '../factors/totp.ts'
import { requireSessionId } from '../sessions/session.ts'
import { lockUserForKeyShare, requireUser } from '../users/user-store.ts'

export const startTotp = operation({
  name: 'start-totp',
  summary:
    'Create the secret for an authenticator app. It is shown only here, and becomes a second factor with POST /access/me/totp/confirm.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  stepUp: true,
  input: z.strictObject({}),
  output: z.object({ secret: z.string(), address: z.string().describe('The otpauth address for a QR code.') }),
})
  .plans(async (_input, { db, actor }) => {
    requireSessionId(actor)
    const { id, login } = await requireUser(db, requireUserId(actor))
    if ((await findTotp(db, id))?.confirmed_at) throw totpExists()
    return { would_affect: [{ id, login }] }
  })
  .does(async (_input, { db, clock, secrets, actor, recordChange }) => {
    requireSessionId(actor)
    const secret = newTotpSecret()
    const { login } = await db.transaction().execute(async (trx) => {
      const user = await lockUserForKeyShare(trx, requireUserId(actor))
      const sealed = secrets.seal(secret, totpSecretColumn)
      if (!(await upsertUnconfirmedTotp(trx, user.id, sealed, clock.now()))) throw totpExists()
      await recordChange(trx)
      return user
    })
    return { secret, address: totpAddress(secret, login) }
  })
