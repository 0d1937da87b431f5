import { describe, expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../testing/people.ts'
import { revokeAllCredentials } from './end-access.ts'
import { ensureFirstAdministrator } from './users/first-administrator.ts'

const fixture = setUpService()
const fresh = 'set by an administrator'

/** Everything that an attacker who knows the password can create in the administrator's account. */
async function addAttackerCredentials() {
  const { service, people } = fixture
  const { administrator, viewer } = people
  const session = await signInAs(service, administrator)
  const post = (url: string, payload: object) =>
    service.request({ method: 'POST', url: `/api/v2${url}`, headers: session.headers, payload })
  const made = await post('/access/me/application-passwords', {
    name: 'attacker',
    current_password: administrator.password,
  })
  const own = await post('/rest-api/add-key', { description: 'own' })
  const others = await post('/rest-api/add-key', { description: 'for another', user_id: viewer.id })
  const headers = {
    session: { cookie: session.cookie },
    password: administrator.basic,
    applicationPassword: basic(administrator.login, made.body.data.password),
    ownKey: { authorization: `Bearer ${own.body.token}` },
    keyForAnother: { authorization: `Bearer ${others.body.token}` },
  }
  const works = async () => {
    const entries = Object.entries(headers).map(async ([name, each]) => {
      const { status } = await service.request({ url: '/api/v2/access/me', headers: each })
      return [name, status === 200] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }
  expect(Object.values(await works())).toEqual(Array(5).fill(true))
  return works
}

const devices = () => fixture.service.db.selectFrom('known_devices').select('user_id').execute()
const nothing = { session: false, password: false, applicationPassword: false }
const noKeys = { ownKey: false, keyForAnother: false }
const keys = { ownKey: true, keyForAnother: true }

describe('recovering an account', () => {
  /** A second administrator recovers the account of the first. */
  const asColleague = async (method: 'PUT' | 'DELETE', path: string, payload: object = {}) => {
    const { service, people } = fixture
    await service.db.updateTable('users').set({ role: 'administrator' }).where('id', '=', people.manager.id).execute()
    const url = `/api/v2/access/users/${people.administrator.id}${path}`
    return service.request({ method, url, headers: people.manager.headers, payload })
  }

  it('with a new password ends sessions, application passwords and known devices', async () => {
    const works = await addAttackerCredentials()
    expect((await asColleague('PUT', '/edit', { password: fresh })).status).toBe(200)
    expect(await works()).toEqual({ ...nothing, ...keys })
    expect(await devices()).toEqual([])
  })

  it('with a new password and switch_off_keys also switches keys off', async () => {
    const works = await addAttackerCredentials()
    await asColleague('PUT', '/edit', { password: fresh, switch_off_keys: true })
    expect(await works()).toEqual({ ...nothing, ...noKeys })
  })

  it('by ending all sessions revokes application passwords by default, and keys with switch_off_keys', async () => {
    const works = await addAttackerCredentials()
    await asColleague('DELETE', '/sessions?application_passwords=false')
    expect(await works()).toMatchObject({ session: false, applicationPassword: true })
    const { body } = await asColleague('DELETE', '/sessions')
    expect(body.data).toMatchObject({ ended: 0, application_passwords: 1, keys: 0 })
    expect(await works()).toEqual({ ...nothing, password: true, ...keys })
    await asColleague('DELETE', '/sessions?switch_off_keys=true')
    expect(await works()).toEqual({ ...nothing, password: true, ...noKeys })
    expect(await devices()).toEqual([])
  })

  it('by disabling and enabling restores only the password and the keys', async () => {
    const works = await addAttackerCredentials()
    await asColleague('PUT', '/edit', { disabled: true })
    expect(await works()).toMatchObject({ ...nothing, ownKey: false })
    await asColleague('PUT', '/edit', { disabled: false })
    expect(await works()).toEqual({ ...nothing, password: true, ...keys })
  })

  it('with ADMIN_PASSWORD at the start of the service ends sessions, application passwords and known devices', async () => {
    const { service, people } = fixture
    const works = await addAttackerCredentials()
    const start = (ADMIN_PASSWORD: string) =>
      ensureFirstAdministrator(service.app.context, { ADMIN_USER: people.administrator.login, ADMIN_PASSWORD })
    await start(people.administrator.password)
    expect(await works()).toMatchObject({ session: true, applicationPassword: true })
    await start(fresh)
    expect(await works()).toEqual({ ...nothing, ...keys })
    expect(await devices()).toEqual([])
  })
})

describe('revokeAllCredentials', () => {
  it('keeps login passwords, switches keys off and deletes everything else', async () => {
    const { service, people } = fixture
    const session = await signInAs(service, people.viewer)
    const url = '/api/v2/access/me/application-passwords'
    const made = await service.request({
      method: 'POST',
      url,
      headers: session.headers,
      payload: { name: 'x', current_password: people.viewer.password },
    })
    await revokeAllCredentials(service.db)
    const status = async (headers: Record<string, string>) =>
      (await service.request({ method: 'GET', url: '/api/v2/access/me', headers })).status
    await service.app.forgetCaches()
    expect(await status({ cookie: session.cookie })).toBe(401)
    expect(await status(people.viewer.headers)).toBe(401)
    expect(await status(basic(people.viewer.login, made.body.data.password))).toBe(401)
    expect(await status(people.administrator.basic)).toBe(200)
    expect(await service.db.selectFrom('known_devices').selectAll().execute()).toEqual([])
    const keys = await service.request({
      method: 'GET',
      url: '/api/v2/rest-api/keys',
      headers: people.administrator.basic,
    })
    expect(new Set(keys.body.data.map(({ active }: { active: boolean }) => active))).toEqual(new Set([false]))
  })
})
