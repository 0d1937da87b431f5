import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeAccess } from '../access-changes.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { roleId, withRead } from '../users/role.ts'
import { roleFields, roleRecord, toRoleRecord } from '../users/role-record.ts'
import { countUsersWithRole, requireFreeRoleName, requireRole, updateRoleRow } from '../users/role-store.ts'

export const updateRole = operation({
  name: 'update-role',
  summary:
    'Change the name or the permissions of a custom role. Takes effect immediately for all its users and their keys.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({
    id: roleId,
    name: roleFields.name.optional(),
    permissions: roleFields.permissions.optional(),
  }),
  output: roleRecord,
})
  .plans(async ({ id, name }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const role = await requireRole(db, id)
    if (name !== undefined) await requireFreeRoleName(db, name.trim(), id)
    return { id, would_affect: [{ id, name: role.name, users: await countUsersWithRole(db, id) }] }
  })
  .does(async ({ id, name, permissions }, context) => {
    const { db, clock, actor } = context
    await requireRightsToManageUsers(db, actor)
    return changeAccess(context, 'everyone', async (trx) => {
      const changes = {
        ...(name !== undefined && { name: name.trim() }),
        ...(permissions !== undefined && { permissions: withRead(permissions) }),
      }
      const row = await updateRoleRow(trx, id, changes, clock.now())
      return toRoleRecord(row, await countUsersWithRole(trx, id))
    })
  })
