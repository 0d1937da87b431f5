import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { withRead } from '../users/role.ts'
import { roleFields, roleRecord, toRoleRecord } from '../users/role-record.ts'
import { insertRole, requireFreeRoleName } from '../users/role-store.ts'

export const addRole = operation({
  name: 'add-role',
  summary: 'Add a custom role: a name and the permissions of the users that have it.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject(roleFields),
  output: roleRecord,
})
  .plans(async ({ name, permissions }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    await requireFreeRoleName(db, name.trim())
    return { would_affect: [{ name: name.trim(), permissions: withRead(permissions) }] }
  })
  .does(async ({ name, permissions }, { db, clock, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const role = { name: name.trim(), permissions: withRead(permissions), now: clock.now() }
    return toRoleRecord(await insertRole(db, role), 0)
  })
