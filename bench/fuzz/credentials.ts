import { randomUUID } from 'node:crypto'
import type { App } from '../../service/app.ts'
import { scopes } from '../../service/operation/actor.ts'
import type { Role } from '../../service/operation/permissions.ts'
import type { CredentialKind } from './requests.ts'

/** The headers of each kind of caller. */
export type Authorizations = Record<CredentialKind, [name: string, value: string][]>

/**
 * New users and keys, as often as needed: the run deletes some of its own.
 * Other users are created first, so that requests with small ids change those.
 */
export async function addCredentials(app: Pick<App, 'run' | 'server'>): Promise<Authorizations> {
  const run = async <Output>(name: string, input: object) => (await app.run(name, input)).output as Output
  const addUser = async (role: Role) => {
    const login = `${role} ${randomUUID()}`
    const password = randomUUID()
    const { user } = await run<{ user: { id: number } }>('add-user', {
      login,
      role,
      password,
      must_change_password: false,
    })
    return { id: user.id, login, password }
  }
  const addKey = async (input: object): Promise<[string, string][]> => [
    ['authorization', `Bearer ${(await run<{ token: string }>('add-key', input)).token}`],
  ]
  for (let spare = 0; spare < 5; spare++) await addKey({ user_id: (await addUser('viewer')).id, scopes: ['read'] })
  const [viewer, manager, administrator] = [
    await addUser('viewer'),
    await addUser('manager'),
    await addUser('administrator'),
  ]
  const agent = await addKey({ user_id: administrator.id, scopes, change_tier: 'ask' })
  await requestApprovals(app, agent)
  return {
    none: [],
    read: await addKey({ user_id: administrator.id, scopes: ['read'] }),
    limited: await addKey({ user_id: administrator.id, scopes, site_ids: [1], tag_ids: [1] }),
    viewer: await addKey({ user_id: viewer.id, scopes }),
    manager: await addKey({ user_id: manager.id, scopes }),
    administrator: await addKey({ user_id: administrator.id, scopes }),
    person: await openSession(app, administrator),
  }
}

const json = { 'content-type': 'application/json' }

/** Calls that wait for a person, so that requests for them find some. */
async function requestApprovals({ server }: Pick<App, 'server'>, agent: [string, string][]): Promise<void> {
  const headers = { ...json, ...Object.fromEntries(agent) }
  for (let number = 0; number < 5; number++)
    await server.inject({
      method: 'POST',
      url: '/api/v2/tags/add',
      headers,
      payload: { name: `Asked ${randomUUID()}` },
    })
}

async function openSession(
  { server }: Pick<App, 'server'>,
  { login, password }: { login: string; password: string },
): Promise<[string, string][]> {
  const payload = { login, password }
  const answer = await server.inject({ method: 'POST', url: '/api/v2/access/sessions', headers: json, payload })
  const { csrf_token: token } = answer.json<{ data: { csrf_token: string } }>().data
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return [
    ['cookie', cookie],
    ['x-csrf-token', token],
  ]
}
