import { requireUserId } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { Db } from '../../../platform/database/database.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { requireMailLinks } from '../mail-links/mail-link.ts'
import type { GrantedRights } from '../users/granted-rights.ts'
import { requireUsedIds } from '../users/limit-fields.ts'
import { lockRole, requireRole } from '../users/role-store.ts'
import { findUserByEmail, requireUser, type UserRow } from '../users/user-store.ts'
import { mailInvitation, requireGrantableRole } from './invitation.ts'
import { upsertInvitation } from './invitation-store.ts'

export interface InvitedPerson {
  email: string
  name: string
  rights: GrantedRights
}

/** Refuses a caller who may not invite, and a service that cannot send links. */
export async function requireMayInvite(context: Context): Promise<void> {
  requireMailLinks(context)
  await requireRightsToManageUsers(context.db, context.actor)
}

/** Refuses a person who may not be invited with these rights. */
export async function requireInvitable(context: Context, { email, rights }: InvitedPerson): Promise<void> {
  requireGrantableRole(context.actor, rights.role)
  if (rights.role_id !== null) await requireRole(context.db, rights.role_id)
  await requireUsedIds(context.db, rights)
  const existing = await findUserByEmail(context.db, email)
  if (existing) throw emailBelongsToUser(existing)
}

export const emailBelongsToUser = ({ login }: Pick<UserRow, 'login'>) =>
  new ServiceError(
    'svc_already_exists',
    'conflict',
    `The user ${login} has this e-mail address. Change that user, or add another one with POST /access/users/add.`,
  )

/** Sends the e-mail and stores the invitation. Returns its id. `onStored` runs in the transaction of the change. */
export async function invite(
  context: Context,
  { email, name, rights }: InvitedPerson,
  onStored: (trx: Db) => Promise<void> = async () => {},
): Promise<number> {
  const { db, actor, clock } = context
  const { role, role_id, ...limits } = rights
  const inviter = await requireUser(db, requireUserId(actor))
  const sent = await mailInvitation(context, {
    email,
    role: role_id === null ? role : (await requireRole(db, role_id)).name,
    inviterName: inviter.name || inviter.login,
  })
  return db.transaction().execute(async (trx) => {
    if (role_id !== null) await lockRole(trx, role_id)
    const id = await upsertInvitation(trx, {
      email,
      name,
      role,
      role_id,
      limits: JSON.stringify(limits),
      ...sent,
      invited_by: inviter.id,
      created_at: clock.now(),
    })
    await onStored(trx)
    return id
  })
}
