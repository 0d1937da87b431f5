import { describe, expect, it } from 'vitest'
import { basic, setUpService, signIn } from '../../testing/people.ts'
import { cheapPasswordCost } from '../../testing/test-service.ts'
import { ensureFirstAdministrator } from './first-administrator.ts'

const scene = setUpService()
const fresh = 'set by an administrator'

/** Everything that an intruder who knows the password leaves behind in the account of the administrator. */
async function intrude() {
  const { service, people } = scene
  const { administrator, viewer } = people
  const session = await signIn(service, administrator)
  const post = (url: string, payload: object) =>
    service.request({ method: 'POST', url: `/api/v2${url}`, headers: session.headers, payload })
  const made = await post('/access/me/application-passwords', {
    name: 'intruder',
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

const devices = () => scene.service.db.selectFrom('known_devices').select('user_id').execute()
const nothing = { session: false, password: false, applicationPassword: false }
const noKeys = { ownKey: false, keyForAnother: false }
const keys = { ownKey: true, keyForAnother: true }

describe('recovering an account', () => {
  // A second administrator, who recovers the account of the first.
  const asColleague = async (method: 'PUT' | 'DELETE', path: string, payload: object = {}) => {
    const { service, people } = scene
    await service.db.updateTable('users').set({ role: 'administrator' }).where('id', '=', people.manager.id).execute()
    const url = `/api/v2/access/users/${people.administrator.id}${path}`
    return service.request({ method, url, headers: people.manager.headers, payload })
  }

  it('with a new password ends sessions, application passwords and known devices', async () => {
    const works = await intrude()
    expect((await asColleague('PUT', '/edit', { password: fresh })).status).toBe(200)
    expect(await works()).toEqual({ ...nothing, ...keys })
    expect(await devices()).toEqual([])
  })

  it('with a new password switches the keys off, too, when asked to', async () => {
    const works = await intrude()
    await asColleague('PUT', '/edit', { password: fresh, switch_off_keys: true })
    expect(await works()).toEqual({ ...nothing, ...noKeys })
  })

  it('by ending all sessions revokes application passwords, unless told not to, and keys when asked to', async () => {
    const works = await intrude()
    await asColleague('DELETE', '/sessions?application_passwords=false')
    expect(await works()).toMatchObject({ session: false, applicationPassword: true })
    const { body } = await asColleague('DELETE', '/sessions')
    expect(body.data).toMatchObject({ ended: 0, application_passwords: 1, keys: 0 })
    expect(await works()).toEqual({ ...nothing, password: true, ...keys })
    await asColleague('DELETE', '/sessions?switch_off_keys=true')
    expect(await works()).toEqual({ ...nothing, password: true, ...noKeys })
    expect(await devices()).toEqual([])
  })

  it('by disabling and enabling brings nothing back but the password and the keys', async () => {
    const works = await intrude()
    await asColleague('PUT', '/edit', { disabled: true })
    expect(await works()).toMatchObject({ ...nothing, ownKey: false })
    await asColleague('PUT', '/edit', { disabled: false })
    expect(await works()).toEqual({ ...nothing, password: true, ...keys })
  })

  it('with ADMIN_PASSWORD at a start ends sessions, application passwords and known devices', async () => {
    const { service, people } = scene
    const works = await intrude()
    const options = { clock: service.clock, secrets: service.secrets, passwordCost: cheapPasswordCost }
    const start = (ADMIN_PASSWORD: string) =>
      ensureFirstAdministrator(service.db, options, { ADMIN_USER: people.administrator.login, ADMIN_PASSWORD })
    await start(people.administrator.password)
    expect(await works()).toMatchObject({ session: true, applicationPassword: true })
    await start(fresh)
    expect(await works()).toEqual({ ...nothing, ...keys })
    expect(await devices()).toEqual([])
  })
})
