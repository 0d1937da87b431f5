import { z } from 'zod'
import type { Actor } from '../../../operation/actor.ts'
import { invalidInput, permissionDenied } from '../../../operation/errors.ts'
import type { Db } from '../../../platform/database/database.ts'
import { lastAdministrator } from '../access-errors.ts'
import { endAccess, switchOffKeys } from '../end-access.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { deleteIdentity } from '../oidc/identity-store.ts'
import { limitFields, readLimitChanges, requireUsedIds } from './limit-fields.ts'
import { readRole, roleId, userRole } from './role.ts'
import { lockRole, requireRole } from './role-store.ts'
import { requireRecipient, transferOwned, transferTo } from './transfer.ts'
import { email, newPassword, personName, requirePasswordWithoutLogin, userId } from './user.ts'
import { listActiveAdministrators, requireUser, type UserRow, updateUserRow } from './user-store.ts'

/**
 * Throws if this user is the last active administrator. With `lock`, inside a transaction, two administrators who demote
 * each other at the same time are serialised, and the second is refused.
 */
export async function requireAnotherAdministrator(db: Db, userId: number, options?: { lock: boolean }): Promise<void> {
  const active = await listActiveAdministrators(db, options)
  if (active.length === 1 && active[0] === userId) throw lastAdministrator()
}

export const userChanges = z.strictObject({
  id: userId,
  name: personName.nullable().optional(),
  email: email.optional(),
  role: userRole.optional(),
  role_id: roleId.nullable().optional().describe('A custom role, see GET /access/roles; null with a built-in role.'),
  ...limitFields,
  disabled: z.boolean().optional(),
  password: newPassword
    .optional()
    .describe(
      'Ends all sessions of the user, revokes their application passwords and removes their link to the identity provider.',
    ),
  must_change_password: z.boolean().optional().describe('With a new password: true by default.'),
  switch_off_keys: switchOffKeys,
  transfer_to: transferTo,
})
export type UserChanges = z.output<typeof userChanges>

/** Throws unless the caller may make these changes to this user. */
export async function requireAllowedChanges(db: Db, changes: UserChanges, actor: Actor): Promise<UserRow> {
  await requireRightsToManageUsers(db, actor)
  const user = await requireUser(db, changes.id)
  const { role_id } = readRole(changes)
  if (role_id != null) await requireRole(db, role_id)
  await requireUsedIds(db, readLimitChanges(changes))
  if (changes.transfer_to !== undefined) {
    if (!changes.disabled)
      throw invalidInput({ transfer_to: 'is only for disabled: true; otherwise use transfer-user' })
    await requireRecipient(db, changes.id, changes.transfer_to)
  }
  if (changes.password === undefined) return user
  if (changes.id === actor.userId) {
    // Access to an open session must not be enough to take over the account.
    throw permissionDenied('Change your own password with PUT /access/me/password, which requires the current one.')
  }
  requirePasswordWithoutLogin(changes.password, user.login, 'password')
  return user
}

/** An administrator with limits cannot manage access, so setting limits counts too. */
export function removesAdministrator(changes: UserChanges): boolean {
  const { role } = readRole(changes)
  const getsLimits = Object.values(readLimitChanges(changes)).some((limit) => limit !== null)
  return changes.disabled === true || getsLimits || (role !== undefined && role !== 'administrator')
}

/** `hash` is the hash of the new password, computed before the transaction because it is slow. */
export async function applyUserChanges(
  trx: Db,
  changes: UserChanges,
  hash: string | undefined,
  now: Date,
): Promise<UserRow> {
  const { id, name, email, disabled, must_change_password, switch_off_keys } = changes
  const role = readRole(changes)
  if (changes.transfer_to !== undefined) await transferOwned(trx, id, changes.transfer_to, now)
  if (role.role_id != null) await lockRole(trx, role.role_id)
  if (removesAdministrator(changes)) await requireAnotherAdministrator(trx, id, { lock: true })
  const updated = await updateUserRow(trx, id, {
    ...(name !== undefined && { name: name ?? '' }),
    ...(email !== undefined && { email: email || null }),
    ...role,
    ...readLimitChanges(changes),
    ...(disabled !== undefined && { disabled }),
    ...(must_change_password !== undefined && { must_change_password }),
    ...(hash !== undefined && {
      password_hash: hash,
      has_password: true,
      must_change_password: must_change_password ?? true,
    }),
  })
  // An account with a password of an administrator is a local one: the provider does not decide about it any more.
  if (hash !== undefined) await deleteIdentity(trx, id)
  // Ended sessions must not work again when the user is enabled later.
  if (hash !== undefined || disabled || switch_off_keys) await endAccess(trx, id, { keys: switch_off_keys })
  return updated
}
