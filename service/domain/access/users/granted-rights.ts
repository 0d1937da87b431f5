import type { z } from 'zod'
import type { LimitColumns } from '../../../operation/limits.ts'
import type { Role } from '../../../operation/permissions.ts'
import { limitFields } from './limit-fields.ts'
import { readRole, roleId, userRole } from './role.ts'

/** What an invitation or a group of the identity provider gives a user. */
export interface GrantedRights extends LimitColumns {
  role: Role
  role_id: number | null
}

export const grantedRightsFields = {
  role: userRole.default('viewer'),
  role_id: roleId.nullable().default(null).describe('A custom role, see GET /access/roles. Replaces role.'),
  ...limitFields,
}

type GrantedRightsInput = z.output<z.ZodObject<typeof grantedRightsFields>>

/** `role` has a default, so a custom role replaces it. */
export function readGrantedRights(input: GrantedRightsInput): GrantedRights {
  const { role, role_id, site_ids = null, tag_ids = null, client_ids = null } = input
  const given = role_id === null ? readRole({ role }) : readRole({ role_id })
  return { role: 'viewer', role_id: null, ...given, site_ids, tag_ids, client_ids }
}

/** The role as users see it: the built-in name, or `custom`. */
export const shownRole = ({ role, role_id }: Pick<GrantedRights, 'role' | 'role_id'>): z.output<typeof userRole> =>
  role_id === null ? role : 'custom'
