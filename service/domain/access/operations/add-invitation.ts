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
import { type GrantedRights, grantedRightsFields, readGrantedRights, shownRole } from '../users/granted-rights.ts'
import { requireUsedIds } from '../users/limit-fields.ts'
import { lockRole, requireRole } from '../users/role-store.ts'
import { personName } from '../users/user.ts'
import { findUserByEmail, requireUser } from '../users/user-store.ts'

export const addInvitation = operation({
  name: 'add-invitation',
  summary:
    'Invite a person by e-mail. The link is valid for 7 days and can be used once; a new invitation of the same address replaces the previous one.',
  effect: 'change',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ email: invitedEmail, name: personName.default(''), ...grantedRightsFields }),
  output: invitationRecord,
})
  .plans(async ({ email, name, ...input }, context) => {
    const rights = await requireAllowed(email, readGrantedRights(input), context)
    return { would_affect: [{ email, name, role: shownRole(rights) }] }
  })
  .does(async ({ email, name, ...input }, context) => {
    const { db, actor, clock, recordChange } = context
    const rights = await requireAllowed(email, readGrantedRights(input), context)
    const { role, role_id, ...limits } = rights
    const inviter = await requireUser(db, requireUserId(actor))
    const sent = await mailInvitation(context, {
      email,
      role: role_id === null ? role : (await requireRole(db, role_id)).name,
      inviterName: inviter.name || inviter.login,
    })
    const id = await db.transaction().execute(async (trx) => {
      if (role_id !== null) await lockRole(trx, role_id)
      const inserted = await upsertInvitation(trx, {
        email,
        name,
        role,
        role_id,
        limits: JSON.stringify(limits),
        ...sent,
        invited_by: inviter.id,
        created_at: clock.now(),
      })
      await recordChange(trx)
      return inserted
    })
    return toInvitationRecord(await requireInvitation(db, id), clock.now())
  })

async function requireAllowed(email: string, rights: GrantedRights, context: Context): Promise<GrantedRights> {
  requireMailLinks(context)
  await requireRightsToManageUsers(context.db, context.actor)
  requireGrantableRole(context.actor, rights.role)
  if (rights.role_id !== null) await requireRole(context.db, rights.role_id)
  await requireUsedIds(context.db, rights)
  const existing = await findUserByEmail(context.db, email)
  if (existing) {
    throw new ServiceError(
      'svc_already_exists',
      'conflict',
      `The user ${existing.login} has this e-mail address. Change that user, or add another one with POST /access/users/add.`,
    )
  }
  return rights
}
