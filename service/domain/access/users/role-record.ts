import { z } from 'zod'
import { allPermissions, hasPermission, type Role } from '../../../operation/permissions.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { permissionsOfRole, rolePermissions, userRole } from './role.ts'
import type { RoleRow } from './role-store.ts'
import { oneLineText } from './user.ts'

export const roleRecord = z.object({
  id: z.int().nullable().describe('null for a built-in role.'),
  role: userRole,
  name: z.string(),
  permissions: z.array(z.string()),
  users: z.int(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
})

export const roleFields = {
  name: oneLineText(60).regex(/\S/, 'must not be empty').describe('Shown where users get a role.'),
  permissions: z
    .array(z.enum(rolePermissions))
    .min(1)
    .max(rolePermissions.length)
    .describe('manage includes read. Access to users, roles and keys is for administrators.'),
}

export const toRoleRecord = (row: RoleRow, users: number): z.input<typeof roleRecord> => ({
  id: row.id,
  role: 'custom',
  name: row.name,
  permissions: permissionsOfRole(row.permissions),
  users,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})

export const builtInRoleRecord = (role: Role, users: number): z.input<typeof roleRecord> => ({
  id: null,
  role,
  name: role,
  permissions: allPermissions.filter((permission) => hasPermission({ role }, permission)),
  users,
  created_at: null,
  updated_at: null,
})
