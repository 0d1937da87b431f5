import { z } from 'zod'
import { invalidInput, ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { wrongPassword } from '../access-errors.ts'
import { checkPassword } from '../check-password.ts'
import { hashPassword } from '../password-hash.ts'
import { reviseAccess } from '../revocation.ts'
import { deleteSessions } from '../session-store.ts'
import { newPassword, presentedPassword, requireUnlikeLogin } from '../user.ts'
import { requireUser, updateUser } from '../user-store.ts'

export const changeOwnPassword = operation({
  name: 'change-own-password',
  summary: 'Change your own password. All your other sessions end; application passwords and API keys stay.',
  effect: 'change',
  permission: 'own',
  input: z.strictObject({ current_password: presentedPassword, new_password: newPassword }),
  output: z.object({ changed: z.literal(true), ended_sessions: z.int() }),
})
  .plans(async (_input, { db, actor }) => {
    const { id, login } = await requireUser(db, actor.userId!)
    return { would_affect: [{ id, login }], warnings: ['Your other sessions end.'] }
  })
  .does(async ({ current_password, new_password }, ctx) => {
    const { db, actor } = ctx
    const { id, login } = await requireUser(db, actor.userId!)
    requireUnlikeLogin(new_password, login, 'new_password')
    if (new_password === current_password) throw invalidInput({ new_password: 'must differ from the current one' })
    // Limited like signing in: an open session must not become a place to guess at.
    await checkPassword(ctx, login, current_password, actor.address).catch((error) => {
      throw error instanceof ServiceError && error.kind === 'unauthorized' ? wrongPassword() : error
    })
    const hash = await hashPassword(new_password, ctx.passwordCost)
    const ended = await reviseAccess(db, id, async (trx) => {
      await updateUser(trx, id, { password_hash: hash, must_change_password: false })
      return deleteSessions(trx, id, { except: actor.sessionId })
    })
    return { changed: true, ended_sessions: ended }
  })
