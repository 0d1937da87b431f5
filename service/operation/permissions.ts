/** From the one with the most permissions to the one with the fewest. */
export const roles = ['administrator', 'manager', 'viewer'] as const
export type Role = (typeof roles)[number]

/**
 * Every permission, with the lowest role that has it. `own` covers a signed-in user's own account; `public` needs no
 * credentials. Roles are ordered in `roles`: administrators have every permission.
 */
export const permissions = {
  public: 'anyone',
  own: 'viewer',
  'access.manage': 'administrator',
  'access.read': 'administrator',
  'account.read': 'viewer',
  'client-data.manage': 'administrator',
  'clients.manage': 'manager',
  'clients.read': 'viewer',
  'comments.manage': 'manager',
  'comments.read': 'viewer',
  'costs.manage': 'manager',
  'costs.read': 'viewer',
  'domain-monitor.manage': 'manager',
  'domain-monitor.read': 'viewer',
  'jobs.manage': 'manager',
  'jobs.read': 'viewer',
  'metrics.read': 'administrator',
  'modules.read': 'viewer',
  'monitors.manage': 'manager',
  'monitors.read': 'viewer',
  'move-in.manage': 'administrator',
  'notifications.read': 'viewer',
  'overview.read': 'viewer',
  'perf-audit.manage': 'manager',
  'perf-audit.read': 'viewer',
  'posts.manage': 'manager',
  'posts.read': 'viewer',
  'reports.manage': 'manager',
  'reports.read': 'viewer',
  'settings.manage': 'administrator',
  'settings.read': 'administrator',
  'sites.manage': 'manager',
  'sites.read': 'viewer',
  'software.manage': 'manager',
  'software.read': 'viewer',
  'ssl-monitor.manage': 'manager',
  'ssl-monitor.read': 'viewer',
  'tags.manage': 'manager',
  'tags.read': 'viewer',
  'time-tracker.manage': 'manager',
  'time-tracker.read': 'viewer',
  'updates.manage': 'manager',
  'updates.read': 'viewer',
  'users.manage': 'manager',
  'users.read': 'viewer',
} as const satisfies Record<string, Role | 'anyone'>

export type Permission = keyof typeof permissions

const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name)

export const allPermissions: readonly Permission[] = Object.keys(permissions).filter(isPermission)

/** False for a permission that is not in the list. */
export function hasPermission(
  { role, permissions: own = [] }: { role: Role | 'custom'; permissions?: readonly Permission[] },
  permission: Permission,
): boolean {
  const lowestRole: Role | 'anyone' | undefined = permissions[permission]
  if (lowestRole === undefined) return false
  if (lowestRole === 'anyone') return true
  if (role === 'custom') return own.includes(permission)
  return roles.indexOf(role) <= roles.indexOf(lowestRole)
}
