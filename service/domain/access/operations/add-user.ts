import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { loginTaken } from '../access-errors.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { newOneTimePassword } from '../passwords/random-text.ts'
import { limitFields, readLimitChanges, requireUsedIds } from '../users/limit-fields.ts'
import { readRole, roleId, userRole } from '../users/role.ts'
import { lockRole, requireRole } from '../users/role-store.ts'
import {
  email,
  login,
  newPassword,
  personName,
  requirePasswordWithoutLogin,
  toUserRecord,
  userRecord,
} from '../users/user.ts'
import { findUserByLogin, insertUser } from '../users/user-store.ts'

export const addUser = operation({
  name: 'add-user',
  summary: 'Add a user. Without a password the user gets a one-time password, which is shown only here.',
  effect: 'change',
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  aliases: { username: 'login' },
  input: z.strictObject({
    login,
    name: personName.default(''),
    email: email.default(null),
    role: userRole.default('viewer'),
    role_id: roleId.nullable().default(null).describe('A custom role, see GET /access/roles. Replaces role.'),
    ...limitFields,
    password: newPassword.optional(),
    must_change_password: z
      .boolean()
      .default(true)
      .describe('Whether the user must change the given password before anything else.'),
  }),
  output: z.object({ user: userRecord, one_time_password: z.string().nullable() }),
})
  .plans(async ({ login, password, ...input }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const { role_id } = readNewRole(input)
    if (role_id != null) await requireRole(db, role_id)
    await requireUsedIds(db, readLimitChanges(input))
    if (password !== undefined) requirePasswordWithoutLogin(password, login, 'password')
    if (await findUserByLogin(db, login)) throw loginTaken(login)
    return { login, would_affect: [{ login, role: role_id == null ? input.role : 'custom' }] }
  })
  .does(async ({ login, name, email, password, must_change_password, ...input }, context) => {
    const { db, clock, passwordCost, actor, recordChange } = context
    await requireRightsToManageUsers(db, actor)
    await requireUsedIds(db, readLimitChanges(input))
    if (password !== undefined) requirePasswordWithoutLogin(password, login, 'password')
    const first = password ?? newOneTimePassword()
    const oneTimePassword = password === undefined ? first : null
    const role = readNewRole(input)
    const values = {
      login,
      name,
      email: email || null,
      ...role,
      ...readLimitChanges(input),
      password_hash: await hashPassword(first, passwordCost),
      must_change_password: oneTimePassword !== null || must_change_password,
      created_at: clock.now(),
    }
    const user = await db.transaction().execute(async (trx) => {
      if (role.role_id != null) await lockRole(trx, role.role_id)
      const inserted = await insertUser(trx, values)
      await recordChange(trx)
      return inserted
    })
    return { user: toUserRecord(user), one_time_password: oneTimePassword }
  })

/** `role` has a default, so a custom role replaces it. */
const readNewRole = ({ role, role_id }: { role: z.output<typeof userRole>; role_id: number | null }) =>
  role_id === null
    ? { role: 'viewer' as const, ...readRole({ role }) }
    : { role: 'viewer' as const, ...readRole({ role_id }) }
