import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { endAccess, switchOffKeys } from '../end-access.ts'
import { countLinkUse, linkToken } from '../mail-links/link-token.ts'
import { requirePasswordReset, usePasswordReset } from '../password-resets/password-reset.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { completeSignIn, signInAnswer, sourceOf } from '../sign-in/complete-sign-in.ts'
import { newPassword, requirePasswordWithoutLogin } from '../users/user.ts'
import { updateUserRow } from '../users/user-store.ts'

export const resetPassword = operation({
  name: 'reset-password',
  summary:
    'Choose a new password with the link of an e-mail. Ends all sessions and application passwords; a second factor stays. API keys stay active unless you switch them off.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'public',
  input: z.strictObject({ token: linkToken, new_password: newPassword, switch_off_keys: switchOffKeys }),
  subject: async ({ token }, context) => {
    const found = await requirePasswordReset(context, token).catch(() => null)
    return JSON.stringify({ login: found?.user.login ?? null })
  },
  output: signInAnswer,
})
  // Reveals nothing about the token.
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ token, new_password, switch_off_keys }, context) => {
    await countLinkUse(context)
    const { user, tokenHash } = await requirePasswordReset(context, token)
    requirePasswordWithoutLogin(new_password, user.login, 'new_password')
    const hash = await hashPassword(new_password, context.passwordCost)
    const changed = await changeAccess(context, 'everyone', async (trx) => {
      await usePasswordReset(trx, tokenHash)
      await endAccess(trx, user.id, { keys: switch_off_keys })
      return updateUserRow(trx, user.id, { password_hash: hash, must_change_password: false })
    })
    const source = sourceOf(context.actor)
    return completeSignIn(context, { user: changed, way: 'password reset', proven: ['password'], source })
  })
