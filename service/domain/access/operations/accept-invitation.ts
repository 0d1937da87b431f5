import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireOpenInvitation, rightsOfInvitation } from '../invitations/invitation.ts'
import { deleteInvitation } from '../invitations/invitation-store.ts'
import { countLinkUse, linkToken } from '../mail-links/link-token.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { completeSignIn, signInAnswer, sourceOf } from '../sign-in/complete-sign-in.ts'
import { lockRole } from '../users/role-store.ts'
import { login, newPassword, personName, requirePasswordWithoutLogin } from '../users/user.ts'
import { insertUser } from '../users/user-store.ts'

export const acceptInvitation = operation({
  name: 'accept-invitation',
  summary: 'Accept an invitation: creates the user with the role of the invitation and opens a dashboard session.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'public',
  aliases: { username: 'login' },
  input: z.strictObject({ token: linkToken, login, name: personName.default(''), new_password: newPassword }),
  // Without the login: the caller may not have a valid invitation, and people type passwords into this field.
  subject: () => 'an invitation',
  output: signInAnswer,
})
  // Reveals nothing about the token.
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ token, login, name, new_password }, context) => {
    const { db, clock, passwordCost, actor, recordChange } = context
    await countLinkUse(context)
    await requireOpenInvitation(context, token)
    requirePasswordWithoutLogin(new_password, login, 'new_password')
    const hash = await hashPassword(new_password, passwordCost)
    const user = await db.transaction().execute(async (trx) => {
      // Again, and locked: of two uses at the same time one is refused.
      const invitation = await requireOpenInvitation(context, token, { within: trx, lock: true })
      const rights = rightsOfInvitation(invitation)
      if (rights.role_id !== null) await lockRole(trx, rights.role_id)
      const inserted = await insertUser(trx, {
        login,
        name: name || invitation.name,
        email: invitation.email,
        ...rights,
        password_hash: hash,
        must_change_password: false,
        created_at: clock.now(),
      })
      await deleteInvitation(trx, invitation.id)
      await recordChange(trx)
      return inserted
    })
    return completeSignIn(context, { user, way: 'invitation', proven: ['password'], source: sourceOf(actor) })
  })
