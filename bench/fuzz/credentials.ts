import { randomUUID } from 'node:crypto'
import type { App } from '../../service/app.ts'
import { scopes } from '../../service/operation/actor.ts'
import type { Role } from '../../service/operation/permissions.ts'
import type { CredentialKind } from './requests.ts'

export type Authorizations = Record<CredentialKind, string | null>

/**
 * New users and keys, as often as needed: the run deletes some of its own.
 * Other users are created first, so that requests with small ids change those.
 */
export async function addCredentials(app: Pick<App, 'run'>): Promise<Authorizations> {
  const run = async <Output>(name: string, input: object) => (await app.run(name, input)).output as Output
  const addUser = async (role: Role) => {
    const login = `${role} ${randomUUID()}`
    const input = { login, role, password: randomUUID(), must_change_password: false }
    return (await run<{ user: { id: number } }>('add-user', input)).user.id
  }
  const addKey = async (input: object) => `Bearer ${(await run<{ token: string }>('add-key', input)).token}`
  for (let spare = 0; spare < 5; spare++) await addKey({ user_id: await addUser('viewer'), scopes: ['read'] })
  const [viewer, manager, administrator] = [
    await addUser('viewer'),
    await addUser('manager'),
    await addUser('administrator'),
  ]
  return {
    none: null,
    read: await addKey({ user_id: administrator, scopes: ['read'] }),
    limited: await addKey({ user_id: administrator, scopes, site_ids: [1], tag_ids: [1] }),
    viewer: await addKey({ user_id: viewer, scopes }),
    manager: await addKey({ user_id: manager, scopes }),
    administrator: await addKey({ user_id: administrator, scopes }),
  }
}
