import requirements from 'virtual:requirements'
import type { OperationName } from '../../../contract/client.ts'

export interface Caller {
  role: 'administrator' | 'manager' | 'viewer'
  scopes: readonly string[]
}

const administratorsOnly = ['access', 'settings']

/** Whether the service would allow this caller to run the operation. The service checks again. */
export function isAllowed({ role, scopes }: Caller, operation: OperationName): boolean {
  const requirement = requirements[operation]
  if (!requirement) return false
  const [effect, permission] = requirement
  if (!scopes.includes({ read: 'read', change: 'write', destroy: 'delete' }[effect])) return false
  if (permission === 'public' || permission === 'own') return true
  const area = permission.slice(0, permission.lastIndexOf('.'))
  if (administratorsOnly.includes(area) && role !== 'administrator') return false
  return effect === 'read' || role !== 'viewer'
}
