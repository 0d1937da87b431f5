import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import { setUpAuthenticatorApp } from '../../../testing/authenticator-app.ts'
import { basic, signInAs } from '../../../testing/people.ts'
import { cheapPasswordCost, startTestService, type TestService } from '../../../testing/test-service.ts'
import { readAccessState } from '../access-state.ts'
import { type AdministratorFromEnvironment, ensureFirstAdministrator } from './first-administrator.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

const start = (given: AdministratorFromEnvironment = {}) => ensureFirstAdministrator(service.app.context, given)
const me = (headers: Record<string, string>) => service.request({ method: 'GET', url: '/api/v2/access/me', headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('the first start', () => {
  it('creates the administrator with a one-time password and an unlimited key, and returns both once', async () => {
    const first = await start()
    expect(first).toEqual({ login: 'admin', password: expect.any(String), apiKey: expect.stringMatching(/^flo_/) })
    const byKey = await me(bearer(first!.apiKey!))
    expect(byKey.body.data).toMatchObject({ role: 'administrator', scopes: ['read', 'write', 'delete'], limits: null })
    const byPassword = await me(basic('admin', first!.password!))
    expect(byPassword.body.data).toMatchObject({ must_change_password: true })
    expect(await start()).toBeNull()
  })

  it('hashes the password with the production cost by default', async () => {
    await ensureFirstAdministrator({ ...service.app.context, passwordCost: undefined }, {})
    const [user] = await service.db.selectFrom('users').select('password_hash').execute()
    expect(user!.password_hash).toMatch(/^scrypt\$15\$8\$3\$/)
  })

  it('creates one administrator when five processes start at once', async () => {
    const databases = Array.from({ length: 5 }, () =>
      openDatabase({ connectionString: service.connectionString, max: 2 }),
    )
    try {
      const results = await Promise.all(
        databases.map(async (db) => {
          const platform = { db, clock: service.clock, secrets: service.secrets }
          const access = await readAccessState(platform)
          return ensureFirstAdministrator({ ...platform, access, passwordCost: cheapPasswordCost }, {})
        }),
      )
      expect(results.filter((first) => first !== null)).toHaveLength(1)
      expect(await service.db.selectFrom('users').select('login').execute()).toEqual([{ login: 'admin' }])
      expect(await service.db.selectFrom('api_keys').select('id').execute()).toHaveLength(1)
    } finally {
      for (const db of databases) await db.destroy()
    }
  })

  it('takes name, password and key from the environment and returns no secrets', async () => {
    const apiKey = 'any text of thirty-two characters'
    expect(await start({ ADMIN_USER: 'captain', ADMIN_PASSWORD: 'a chosen password', API_KEY: apiKey })).toBeNull()
    expect((await me(basic('captain', 'a chosen password'))).body.data).toMatchObject({ must_change_password: false })
    expect((await me(basic('captain', apiKey))).body.data).toMatchObject({ kind: 'key', role: 'administrator' })
  })
})

describe('every further start', () => {
  const first = { ADMIN_USER: 'captain', ADMIN_PASSWORD: 'a chosen password', API_KEY: 'k'.repeat(32) }

  it('changes nothing when the environment is the same', async () => {
    await start(first)
    const users = await service.db.selectFrom('users').selectAll().execute()
    const keys = await service.db.selectFrom('api_keys').selectAll().execute()
    const session = await signInAs(service, { login: 'captain', password: 'a chosen password' })
    await start(first)
    expect((await service.db.selectFrom('users').selectAll().execute())[0]!.password_hash).toBe(users[0]!.password_hash)
    expect(await service.db.selectFrom('api_keys').selectAll().execute()).toEqual(keys)
    expect((await me({ cookie: session.cookie })).status).toBe(200)
  })

  it('applies another password and ends the sessions', async () => {
    await start(first)
    const session = await signInAs(service, { login: 'captain', password: 'a chosen password' })
    await start({ ...first, ADMIN_PASSWORD: 'another password' })
    expect((await me({ cookie: session.cookie })).status).toBe(401)
    expect((await me(basic('captain', 'a chosen password'))).status).toBe(401)
    expect((await me(basic('captain', 'another password'))).status).toBe(200)
  })

  it('applies another key and revokes the previous one', async () => {
    await start(first)
    expect((await me(bearer(first.API_KEY))).status).toBe(200)
    await start({ ...first, API_KEY: 'n'.repeat(40) })
    expect((await me(bearer(first.API_KEY))).status).toBe(401)
    expect((await me(bearer('n'.repeat(40)))).status).toBe(200)
    expect(await service.db.selectFrom('api_keys').select('id').execute()).toHaveLength(1)
  })

  it('makes an existing key the key of the environment', async () => {
    const { apiKey } = (await start())!
    await service.db
      .updateTable('api_keys')
      .set({ active: false, scopes: ['read'] })
      .execute()
    await start({ API_KEY: apiKey! })
    expect((await me(bearer(apiKey!))).body.data.scopes).toEqual(['read', 'write', 'delete'])
  })

  it('restores an administrator who is locked out', async () => {
    await start(first)
    await service.db.updateTable('users').set({ disabled: true, role: 'viewer' }).execute()
    await start(first)
    expect((await me(basic('captain', first.ADMIN_PASSWORD))).body.data).toMatchObject({ role: 'administrator' })
  })

  it('adds an administrator for a new name and returns the password once', async () => {
    await start(first)
    const second = await start({ ADMIN_USER: 'mate' })
    expect(second).toMatchObject({ login: 'mate', password: expect.any(String), apiKey: null })
    expect((await me(basic('mate', second!.password!))).status).toBe(200)
  })

  it('refuses a name that is not a valid login', async () => {
    await expect(start({ ADMIN_USER: 'a:b' })).rejects.toThrow(/^ADMIN_USER must not contain colons/)
  })
})

it('ADMIN_PASSWORD does not remove a second factor', async () => {
  await start({ ADMIN_USER: 'captain', ADMIN_PASSWORD: 'a chosen password' })
  const { id } = await service.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const captain = { id, login: 'captain', password: 'a chosen password' }
  await setUpAuthenticatorApp(service, captain)
  await start({ ADMIN_USER: 'captain', ADMIN_PASSWORD: 'quite another password' })
  const payload = { login: 'captain', password: 'quite another password' }
  const answer = await service.request({ method: 'POST', url: '/api/v2/access/sessions', payload })
  expect(answer).toMatchObject({ status: 401, body: { code: 'svc_second_factor_required' } })
})
