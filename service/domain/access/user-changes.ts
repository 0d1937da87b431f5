import { z } from 'zod'
import type { Actor } from '../../operation/actor.ts'
import { permissionDenied } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { requireAnotherAdministrator } from './administrators.ts'
import { endAccess, switchOffKeys } from './end-access.ts'
import { requireRightsOverPeople } from './handing-out.ts'
import { email, newPassword, personName, requireUnlikeLogin, role, userId } from './user.ts'
import { requireUser, type UserRow, updateUser } from './user-store.ts'

export const userChanges = z.strictObject({
  id: userId,
  name: personName.nullable().optional(),
  email: email.optional(),
  role: role.optional(),
  disabled: z.boolean().optional(),
  password: newPassword.optional().describe('Ends all sessions of the user and revokes their application passwords.'),
  must_change_password: z.boolean().optional().describe('With a new password: true unless you say false.'),
  switch_off_keys: switchOffKeys,
})
export type UserChanges = z.output<typeof userChanges>

/** Throws unless this caller may make these changes to this user. */
export async function requireAllowedChanges(db: Db, changes: UserChanges, actor: Actor): Promise<UserRow> {
  await requireRightsOverPeople(db, actor)
  const user = await requireUser(db, changes.id)
  if (changes.password === undefined) return user
  if (changes.id === actor.userId) {
    // Whoever found a session open must not be able to take the account over for good.
    throw permissionDenied('Change your own password with PUT /access/me/password, which asks for the current one.')
  }
  requireUnlikeLogin(changes.password, user.login, 'password')
  return user
}

export const stopsAdministrating = ({ role, disabled }: UserChanges): boolean =>
  disabled === true || (role !== undefined && role !== 'administrator')

/** `hash` is that of the new password, made before the transaction: a slow thing must not hold locks. */
export async function applyUserChanges(trx: Db, changes: UserChanges, hash: string | undefined): Promise<UserRow> {
  const { id, name, email, role, disabled, must_change_password, switch_off_keys } = changes
  if (stopsAdministrating(changes)) await requireAnotherAdministrator(trx, id, { lock: true })
  const updated = await updateUser(trx, id, {
    ...(name !== undefined && { name: name ?? '' }),
    ...(email !== undefined && { email: email || null }),
    ...(role !== undefined && { role }),
    ...(disabled !== undefined && { disabled }),
    ...(must_change_password !== undefined && { must_change_password }),
    ...(hash !== undefined && { password_hash: hash, must_change_password: must_change_password ?? true }),
  })
  // What was open must not come back to life when the user is enabled again.
  if (hash !== undefined || disabled || switch_off_keys) await endAccess(trx, id, { keys: switch_off_keys })
  return updated
}
