import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import {
  invitationRecord,
  invitedEmail,
  mailInvitation,
  requireGrantableRole,
  requireInvitation,
  toInvitationRecord,
} from '../invitations/invitation.ts'
import { upsertInvitation } from '../invitations/invitation-store.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { requireMailLinks } from '../mail-links/mail-link.ts'
import { personName, role } from '../users/user.ts'
import { findUserByEmail, requireUser } from '../users/user-store.ts'

export const addInvitation = operation({
  name: 'add-invitation',
  summary:
    'Invite a person by e-mail. The link is valid for 7 days and can be used once; a new invitation of the same address replaces the previous one.',
  effect: 'change',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ email: invitedEmail, name: personName.default(''), role: role.default('viewer') }),
  output: invitationRecord,
})
  .plans(async (input, context) => {
    await requireAllowed(input, context)
    return { would_affect: [input] }
  })
  .does(async (input, context) => {
    const { db, actor, clock, recordChange } = context
    await requireAllowed(input, context)
    const inviter = await requireUser(db, requireUserId(actor))
    const sent = await mailInvitation(context, { ...input, inviterName: inviter.name || inviter.login })
    const id = await db.transaction().execute(async (trx) => {
      const inserted = await upsertInvitation(trx, {
        ...input,
        ...sent,
        invited_by: inviter.id,
        created_at: clock.now(),
      })
      await recordChange(trx)
      return inserted
    })
    return toInvitationRecord(await requireInvitation(db, id), clock.now())
  })

async function requireAllowed(
  { email, role: given }: { email: string; role: z.output<typeof role> },
  context: Context,
): Promise<void> {
  requireMailLinks(context)
  await requireRightsToManageUsers(context.db, context.actor)
  requireGrantableRole(context.actor, given)
  const existing = await findUserByEmail(context.db, email)
  if (existing) {
    throw new ServiceError(
      'svc_already_exists',
      'conflict',
      `The user ${existing.login} has this e-mail address. Change that user, or add another one with POST /access/users/add.`,
    )
  }
}
