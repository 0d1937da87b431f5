import { z } from 'zod'
import type { Actor } from '../../../operation/actor.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { allPermissions, type Permission, type Role, roles } from '../../../operation/permissions.ts'
import type { UserRights } from './user-store.ts'

/** What every user has, with any role: the own account, and what the dashboard needs to show anything. */
const ofEveryRole: readonly Permission[] = ['public', 'own', 'account.read', 'modules.read']

/** Only administrators give access: a custom role with this permission could give itself every other one. */
const forAdministratorsOnly: readonly Permission[] = ['access.manage']

/** The permissions that a custom role can have. */
export const rolePermissions = allPermissions.filter(
  (name) => !ofEveryRole.includes(name) && !forAdministratorsOnly.includes(name),
)

/** The permissions of a stored custom role. A permission that no longer exists, or that only administrators have, is ignored. */
export function permissionsOfRole(stored: readonly string[]): Permission[] {
  const known = new Set(stored)
  return [...ofEveryRole, ...rolePermissions.filter((name) => known.has(name))]
}

/** The present role and permissions of a user. */
export const roleOfRights = ({ role, permissions }: UserRights): Pick<Actor, 'role' | 'permissions'> =>
  permissions === null ? { role } : { role: 'custom', permissions: permissionsOfRole(permissions) }

/** Who may change something must be able to read it: manage includes read. */
export function withRead(given: readonly string[]): string[] {
  const all = new Set(given.flatMap((name) => [name, name.replace(/\.manage$/, '.read')]))
  return rolePermissions.filter((name) => all.has(name))
}

/** `custom`: the role with the id in role_id. */
export const userRole = z.enum([...roles, 'custom'])
export const roleId = z.int().min(1)

/** The columns of a user for the given role; none if no role was given. */
export function readRole(given: {
  role?: z.output<typeof userRole> | undefined
  role_id?: number | null | undefined
}): { role?: Role; role_id?: number | null } {
  const { role, role_id } = given
  if (role === 'custom' && role_id == null) throw invalidInput({ role_id: 'is required with the role custom' })
  if (role !== undefined && role !== 'custom') {
    if (role_id != null) throw invalidInput({ role_id: `is only for the role custom, not with the role ${role}` })
    return { role, role_id: null }
  }
  if (role_id === null) throw invalidInput({ role: 'is required to replace a custom role' })
  return role_id === undefined ? {} : { role: 'viewer', role_id }
}
