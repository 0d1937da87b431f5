import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { totpExists, totpNotFound, wrongCode } from '../access-errors.ts'
import { presentedCode } from '../factors/check-code.ts'
import { findTotp, markTotpConfirmed, replaceRecoveryHashes } from '../factors/factor-store.ts'
import { createRecoveryCodes } from '../factors/recovery-codes.ts'
import { acceptTotpCode } from '../factors/totp.ts'
import { beginCodeAttempt } from '../passwords/failure-limit.ts'
import { requireSessionId } from '../sessions/session.ts'
import { deleteSessions } from '../sessions/session-store.ts'
import { requireUser } from '../users/user-store.ts'

export const confirmTotp = operation({
  name: 'confirm-totp',
  summary:
    'Confirm the authenticator app with a code of it. From then on signing in needs a code. Your other sessions end. Returns ten recovery codes, shown only here.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: z.strictObject({ code: presentedCode.meta({ examples: ['123456'] }) }),
  output: z.object({ confirmed: z.literal(true), recovery_codes: z.array(z.string()) }),
})
  .plans(async (_input, { db, actor }) => {
    requireSessionId(actor)
    const { id, login } = await requireUser(db, requireUserId(actor))
    requireUnconfirmed(await findTotp(db, id))
    return { would_affect: [{ id, login }], warnings: ['Your other sessions end.'] }
  })
  .does(async ({ code }, ctx) => {
    const { db, actor, secrets, clock } = ctx
    const sessionId = requireSessionId(actor)
    const user = await requireUser(db, requireUserId(actor))
    const attempt = await beginCodeAttempt(ctx, user, 'totp', { address: actor.address, sessionId })
    const row = requireUnconfirmed(await findTotp(db, user.id))
    const now = clock.now()
    if (!(await acceptTotpCode({ db, secrets, now }, row, code.replace(/\s/g, '')))) throw wrongCode()
    await attempt.recordSuccess()
    const { codes, hashes } = createRecoveryCodes(ctx.access.hashingKey, user.id)
    await changeAccess(ctx, user.id, async (trx) => {
      if (!(await markTotpConfirmed(trx, row, now))) throw totpExists()
      await replaceRecoveryHashes(trx, user.id, hashes)
      await deleteSessions(trx, user.id, { except: sessionId })
    })
    return { confirmed: true, recovery_codes: codes }
  })

function requireUnconfirmed(row: Awaited<ReturnType<typeof findTotp>>) {
  if (!row) throw totpNotFound()
  if (row.confirmed_at) throw totpExists()
  return row
}
