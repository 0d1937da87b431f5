import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { loginTaken } from '../access-errors.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { newOneTimePassword } from '../passwords/random-text.ts'
import {
  email,
  login,
  newPassword,
  personName,
  requirePasswordWithoutLogin,
  role,
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
    role: role.default('viewer'),
    password: newPassword.optional(),
    must_change_password: z
      .boolean()
      .default(true)
      .describe('Whether the user must change the given password before anything else.'),
  }),
  output: z.object({ user: userRecord, one_time_password: z.string().nullable() }),
})
  .plans(async ({ login, role, password }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    if (password !== undefined) requirePasswordWithoutLogin(password, login, 'password')
    if (await findUserByLogin(db, login)) throw loginTaken(login)
    return { login, would_affect: [{ login, role }] }
  })
  .does(async ({ login, name, email, role, password, must_change_password }, context) => {
    const { db, clock, passwordCost, actor, recordChange } = context
    await requireRightsToManageUsers(db, actor)
    if (password !== undefined) requirePasswordWithoutLogin(password, login, 'password')
    const first = password ?? newOneTimePassword()
    const oneTimePassword = password === undefined ? first : null
    const values = {
      login,
      name,
      email: email || null,
      role,
      password_hash: await hashPassword(first, passwordCost),
      must_change_password: oneTimePassword !== null || must_change_password,
      created_at: clock.now(),
    }
    const user = await db.transaction().execute(async (trx) => {
      const inserted = await insertUser(trx, values)
      await recordChange(trx)
      return inserted
    })
    return { user: toUserRecord(user), one_time_password: oneTimePassword }
  })
