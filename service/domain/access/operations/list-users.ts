import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage, search } from '../../../operation/shapes.ts'
import { userRole } from '../users/role.ts'
import { toUserRecord, userRecord } from '../users/user.ts'
import { listUserRows } from '../users/user-store.ts'

export const listUsers = operation({
  name: 'list-users',
  summary: 'List the users.',
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({
    page,
    per_page: perPage(),
    search: search.describe('Part of the login, name or e-mail address.'),
    role: userRole.optional(),
    status: z.enum(['active', 'disabled']).optional(),
  }),
  output: z.object({ users: z.array(userRecord), total: z.int(), page: z.int(), per_page: z.int() }),
}).does(async ({ page, per_page, search, role, status }, { db }) => {
  const disabled = status === undefined ? undefined : status === 'disabled'
  const { users, total } = await listUserRows(db, { search, role, disabled }, page, per_page)
  return { users: users.map(toUserRecord), total, page, per_page }
})
