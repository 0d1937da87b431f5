import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { roleInUse } from '../access-errors.ts'
import { requireRightsToManageUsers } from '../keys/key-rights.ts'
import { roleId } from '../users/role.ts'
import { countUsersWithRole, deleteRoleRow, lockRoleForDeletion, requireRole } from '../users/role-store.ts'

export const deleteRole = operation({
  name: 'delete-role',
  summary: 'Delete a custom role that no user has.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'access.manage',
  stepUp: true,
  input: z.strictObject({ id: roleId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), name: z.string() }),
})
  .plans(async ({ id }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const { name } = await requireRole(db, id)
    const users = await countUsersWithRole(db, id)
    if (users > 0) throw roleInUse(name, users)
    return { id, would_affect: [{ id, name }] }
  })
  .does(async ({ id }, { db, actor }) => {
    await requireRightsToManageUsers(db, actor)
    const { name } = await lockRoleForDeletion(db, id)
    const users = await countUsersWithRole(db, id)
    if (users > 0) throw roleInUse(name, users)
    await deleteRoleRow(db, id)
    return { deleted: true, id, name }
  })
