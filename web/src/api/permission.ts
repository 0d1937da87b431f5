import { requirements } from 'virtual:operations'
import type { OperationName } from '../../../contract/client.ts'

export interface Caller {
  role: string
  scopes: readonly string[]
  /** What the caller's role and limits allow, from the service. */
  permissions: readonly string[]
}

/** Whether the service would allow this caller to run the operation. The service checks again. */
export function isAllowed({ role, scopes, permissions }: Caller, operation: OperationName): boolean {
  const requirement = requirements[operation]
  if (!requirement) return false
  const [effect, permission] = requirement
  if (!scopes.includes({ read: 'read', change: 'write', destroy: 'delete' }[effect])) return false
  if (permission === 'public' || permission === 'own') return true
  return permissions.includes(permission) && (effect === 'read' || role !== 'viewer')
}
