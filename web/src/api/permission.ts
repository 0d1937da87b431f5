import requirements from 'virtual:requirements'
import { type OperationName, type Role, roles } from '../../../contract/client.ts'

export interface Caller {
  role: Role
  scopes: readonly string[]
}

/** Whether the service would allow this caller to run the operation. The service checks again. */
export function isAllowed({ role, scopes }: Caller, operation: OperationName): boolean {
  const requirement = requirements[operation]
  if (!requirement) return false
  const [effect, lowestRole] = requirement
  if (!scopes.includes({ read: 'read', change: 'write', destroy: 'delete' }[effect])) return false
  if (lowestRole === 'anyone') return true
  if (roles.indexOf(role) > roles.indexOf(lowestRole)) return false
  return effect === 'read' || role !== 'viewer'
}
