import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { passkeyNotFound } from '../access-errors.ts'
import { countFactors, deleteRecoveryCodes, hasSecondFactor } from '../factors/factor-store.ts'
import { deletePasskeyRow, listPasskeys } from '../passkeys/passkey-store.ts'
import { requireFactorProof, requireSessionId } from '../sessions/session.ts'

export const deletePasskey = operation({
  name: 'delete-passkey',
  summary: 'Delete one of your passkeys. Needs a second factor proven in this session within the last 10 minutes.',
  effect: 'destroy',
  audit: 'own-transaction',
  permission: 'own',
  stepUp: true,
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ deleted: z.literal(true), id: z.int() }),
})
  .plans(async ({ id }, { db, actor }) => {
    requireSessionId(actor)
    const own = await listPasskeys(db, requireUserId(actor))
    if (!own.some((passkey) => passkey.id === id)) throw passkeyNotFound(id)
    return { id, would_affect: [{ id }] }
  })
  .does(async ({ id }, ctx) => {
    const userId = requireUserId(ctx.actor)
    requireSessionId(ctx.actor)
    requireFactorProof(ctx.actor)
    await changeAccess(ctx, userId, async (trx) => {
      if (!(await deletePasskeyRow(trx, userId, id))) throw passkeyNotFound(id)
    })
    if (!hasSecondFactor(await countFactors(ctx.db, userId))) await deleteRecoveryCodes(ctx.db, userId)
    return { deleted: true, id }
  })
