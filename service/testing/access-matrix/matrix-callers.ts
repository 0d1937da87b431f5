import { type Permission, permissions } from '../../operation/permissions.ts'
import { seedPeople, signInAs } from '../people.ts'
import type { TestService } from '../test-service.ts'
import { ownClient, seedMatrixFleet } from './matrix-fleet.ts'

export interface MatrixCaller {
  name: string
  headers: Record<string, string>
  /** Whether the caller's role includes the permission, independent of the code under test. */
  has(permission: Permission): boolean
  limited: boolean
}

const order = ['administrator', 'manager', 'viewer']
export const rolesWith = (permission: Permission): string[] => {
  const lowest = permissions[permission]
  return lowest === 'anyone' ? order : order.slice(0, order.indexOf(lowest) + 1)
}
const hasBuiltIn = (role: string) => (permission: Permission) => rolesWith(permission).includes(role)

const customPermissions: readonly string[] = [
  'sites.read',
  'tags.read',
  'tags.manage',
  'jobs.read',
  'notifications.read',
]
const always = ['public', 'own', 'account.read', 'modules.read']

/** Seeds the fleet and the callers, who have sessions if they are people. */
export async function seedMatrix(service: TestService): Promise<MatrixCaller[]> {
  const { administrator, manager, viewer } = await seedPeople(service)
  const run = async (name: string, input: object) =>
    // The outputs of these operations have these fields.
    (await service.app.run(name, input)).output as { id: number; token: string; user: { id: number } }
  const role = await run('add-role', { name: 'Tagger', permissions: customPermissions })
  const password = `right pass phrase ${crypto.randomUUID()}`
  const add = (login: string, more: object) =>
    run('add-user', { login, password, must_change_password: false, ...more })
  const { user: limited } = await add('limited', { role: 'manager' })
  await add('custom', { role_id: role.id })
  await seedMatrixFleet(service.db, service.clock.now(), { limited: limited.id, other: administrator.id })
  await run('update-user', { id: limited.id, client_ids: [ownClient] })
  const key = await run('add-key', {
    user_id: administrator.id,
    scopes: ['read', 'write', 'delete'],
    client_ids: [ownClient],
  })
  const session = async (login: string, given = password) =>
    (await signInAs(service, { login, password: given })).headers
  const all = () => true
  const unlimited = (name: string, headers: MatrixCaller['headers'], has: MatrixCaller['has']): MatrixCaller => ({
    name,
    headers,
    has,
    limited: false,
  })
  return [
    unlimited('administrator', await session(administrator.login, administrator.password), all),
    unlimited('manager', await session(manager.login, manager.password), hasBuiltIn('manager')),
    unlimited('viewer', await session(viewer.login, viewer.password), hasBuiltIn('viewer')),
    unlimited('custom role', await session('custom'), (permission) =>
      [...always, ...customPermissions].includes(permission),
    ),
    { name: 'limited user', headers: await session('limited'), has: hasBuiltIn('manager'), limited: true },
    { name: 'limited key', headers: { authorization: `Bearer ${key.token}` }, has: all, limited: true },
  ]
}
