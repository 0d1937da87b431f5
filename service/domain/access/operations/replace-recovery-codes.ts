import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { totpNotFound } from '../access-errors.ts'
import { checkCode, presentedCode } from '../factors/check-code.ts'
import { countFactors, hasSecondFactor, replaceRecoveryHashes } from '../factors/factor-store.ts'
import { createRecoveryCodes } from '../factors/recovery-codes.ts'
import { requireSessionId } from '../sessions/session.ts'
import { lockUserForKeyShare, requireUser } from '../users/user-store.ts'

export const replaceRecoveryCodes = operation({
  name: 'replace-recovery-codes',
  summary:
    'Create ten new recovery codes, shown only here; the old ones no longer work. Needs a code of the authenticator app, or a recovery code.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: z.strictObject({ code: presentedCode.meta({ examples: ['123456'] }) }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
})
  .plans(async (_input, { db, actor }) => {
    requireSessionId(actor)
    const { id, login } = await requireUser(db, requireUserId(actor))
    if (!hasSecondFactor(await countFactors(db, id))) throw totpNotFound()
    return { would_affect: [{ id, login }] }
  })
  .does(async ({ code }, ctx) => {
    const { db, actor } = ctx
    const sessionId = requireSessionId(actor)
    const user = await requireUser(db, requireUserId(actor))
    if (!hasSecondFactor(await countFactors(db, user.id))) throw totpNotFound()
    await checkCode(ctx, user, code, { address: actor.address, sessionId })
    const { codes, hashes } = createRecoveryCodes(ctx.access.hashingKey, user.id)
    await db.transaction().execute(async (trx) => {
      await lockUserForKeyShare(trx, user.id)
      await replaceRecoveryHashes(trx, user.id, hashes)
      await ctx.recordChange(trx)
    })
    return { recovery_codes: codes }
  })
