import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import {
  invitationId,
  invitationNotFound,
  invitationRecord,
  mailInvitation,
  requireGrantableRole,
  requireInvitation,
  toInvitationRecord,
} from '../invitations/invitation.ts'
import { renewInvitation } from '../invitations/invitation-store.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { requireMailLinks } from '../mail-links/mail-link.ts'
import { requireUser } from '../users/user-store.ts'

export const resendInvitation = operation({
  name: 'resend-invitation',
  summary: 'Send an invitation again, with a new link for 7 days. The previous link no longer works.',
  effect: 'change',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ id: invitationId }),
  output: invitationRecord,
})
  .plans(async ({ id }, context) => {
    const { email } = await requireAllowed(id, context)
    return { id, would_affect: [{ id, email }] }
  })
  .does(async ({ id }, context) => {
    const { db, actor, clock, recordChange } = context
    const invitation = await requireAllowed(id, context)
    const inviter = await requireUser(db, requireUserId(actor))
    const sent = await mailInvitation(context, {
      email: invitation.email,
      role: invitation.role_name ?? invitation.role,
      inviterName: inviter.name || inviter.login,
    })
    await db.transaction().execute(async (trx) => {
      if (!(await renewInvitation(trx, id, { ...sent, invited_by: inviter.id }))) throw invitationNotFound(id)
      await recordChange(trx)
    })
    return toInvitationRecord(await requireInvitation(db, id), clock.now())
  })

async function requireAllowed(id: number, context: Context) {
  requireMailLinks(context)
  await requireRightsToManageUsers(context.db, context.actor)
  const invitation = await requireInvitation(context.db, id)
  // The caller becomes the inviter.
  requireGrantableRole(context.actor, invitation.role)
  return invitation
}
