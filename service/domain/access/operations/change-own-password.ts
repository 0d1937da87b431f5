import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { endAccess, switchOffKeys } from '../end-access.ts'
import { confirmOwnPassword } from '../passwords/check-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { newPassword, presentedPassword, requirePasswordWithoutLogin } from '../users/user.ts'
import { requireUser, updateUserRow } from '../users/user-store.ts'

export const changeOwnPassword = operation({
  name: 'change-own-password',
  summary:
    'Change your own password. Your other sessions end and your application passwords are revoked; API keys stay active unless you switch them off.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'own',
  input: z.strictObject({
    current_password: presentedPassword,
    new_password: newPassword,
    switch_off_keys: switchOffKeys,
  }),
  output: z.object({
    changed: z.literal(true),
    ended_sessions: z.int(),
    revoked_application_passwords: z.int(),
    switched_off_keys: z.int(),
  }),
})
  .plans(async (_input, { db, actor }) => {
    const { id, login } = await requireUser(db, requireUserId(actor))
    return {
      would_affect: [{ id, login }],
      warnings: ['Your other sessions end. Application passwords are revoked.'],
    }
  })
  .does(async ({ current_password, new_password, switch_off_keys }, ctx) => {
    const { db, actor } = ctx
    const { id, login } = await requireUser(db, requireUserId(actor))
    requirePasswordWithoutLogin(new_password, login, 'new_password')
    if (new_password === current_password) throw invalidInput({ new_password: 'must differ from the current one' })
    await confirmOwnPassword(ctx, current_password)
    const hash = await hashPassword(new_password, ctx.passwordCost)
    const ended = await changeAccess(ctx, 'everyone', async (trx) => {
      await updateUserRow(trx, id, { password_hash: hash, must_change_password: false })
      return endAccess(trx, id, { exceptSession: actor.sessionId, keys: switch_off_keys })
    })
    return {
      changed: true,
      ended_sessions: ended.sessions,
      revoked_application_passwords: ended.applicationPasswords,
      switched_off_keys: ended.keys,
    }
  })
