import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { roles } from '../../../operation/permissions.ts'
import { builtInRoleRecord, roleRecord, toRoleRecord } from '../users/role-record.ts'
import { countUsersByRole, listRoleRows } from '../users/role-store.ts'

export const listRoles = operation({
  name: 'list-roles',
  summary: 'List the built-in and the custom roles with their permissions and the number of users that have them.',
  effect: 'read',
  permission: 'access.read',
  input: z.strictObject({}),
  output: z.object({ roles: z.array(roleRecord), total: z.int() }),
}).does(async (_input, { db }) => {
  const [custom, users] = await Promise.all([listRoleRows(db), countUsersByRole(db)])
  const builtIn = roles.map((role) => builtInRoleRecord(role, users.get(role) ?? 0))
  const records = [...builtIn, ...custom.map((role) => toRoleRecord(role, users.get(String(role.id)) ?? 0))]
  return { roles: records, total: records.length }
})
