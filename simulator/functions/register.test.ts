import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { Site } from '../site/site.ts'
import { call, keyPair, passwordField, post, register, server } from '../testing/dashboard.ts'

let fleet: Fleet
let site: Site

beforeEach(async () => {
  fleet = await startFleet({ sites: 1 })
  site = fleet.sites[0]!
})
afterEach(() => fleet.close())

const password = () => ({ userpwd: passwordField(site.admin.password) })
const code = async (values: object) => (await register(site.url, values as never)).payload.error_code

describe('registration by password', () => {
  it('stores key, dashboard and administrator, and issues a token', async () => {
    const { payload } = await register(site.url, password())
    expect(payload).toMatchObject({ register: 'OK', user: 'admin', siteurl: site.siteUrl })
    expect(payload.regverify).toMatch(/^[0-9a-f]{40}-[0-9a-f]{40}$/)
    expect(site.connection).toMatchObject({ server, admin: 'admin', publicKey: keyPair().publicKey })
    expect(site.journal).toMatchObject([{ function: 'register', effects: [{ what: 'connected', to: server }] }])
  })

  it('refuses wrong passwords, unknown logins and e-mail addresses', async () => {
    expect(await code({ userpwd: passwordField('wrong') })).toBe('REG_ERROR7')
    expect(await code({ ...password(), user: 'nobody' })).toBe('REG_ERROR7')
    expect(await code({ ...password(), user: site.user('admin')!.email })).toBe('REG_ERROR7')
    expect(await code({})).toBe('REG_ERROR7')
    expect(site.connection).toBeNull()
  })

  it('accepts passwords with special characters when each byte is encoded once more', async () => {
    site.passwords.set('admin', `a'b"c\\d +%41ü€`)
    expect(await code({ userpwd: passwordField(`a'b"c\\d +%41ü€`) })).toBeUndefined()
  })

  it('fails when quotes are not encoded once more, because WordPress adds a backslash before them', async () => {
    site.passwords.set('admin', `it's`)
    expect(await code({ userpwd: `it's` })).toBe('REG_ERROR7')
    expect(await code({ userpwd: `it%27s` })).toBeUndefined()
  })

  it('names what is missing or wrong about the user', async () => {
    site.addUser({ login: 'ed', role: 'editor' })
    expect((await post(site.url, { function: 'register', user: 'admin' })).payload.error_code).toBe('REG_ERROR1')
    expect((await post(site.url, { function: 'register', pubkey: 'x' })).payload.error_code).toBe('REG_ERROR1')
    expect(await code({ ...password(), user: '' })).toBe('REG_ERROR8')
    expect(await code({ ...password(), user: 'ed' })).toBe('REG_ERROR9')
  })

  it('fails on a host without OpenSSL or cURL', async () => {
    site.missing = 'openssl'
    expect(await code(password())).toBe('REG_ERROR5')
    site.missing = 'curl'
    expect(await code(password())).toBe('REG_ERROR6')
  })

  it('issues no token to old dashboards', async () => {
    const { payload } = await register(site.url, { ...password(), mainwpver: '5.2.9' })
    expect(payload.register).toBe('OK')
    expect(payload).not.toHaveProperty('regverify')
  })

  it('accepts garbage as a key, which then verifies nothing', async () => {
    expect((await register(site.url, { ...password(), pubkey: 'garbage' })).payload.register).toBe('OK')
    expect((await call(site.url, 'cloneinfo', {})).payload.error).toMatch(/^Authentication failed!/)
  })
})

describe('the unique ID', () => {
  it('is required before any other check', async () => {
    site.uniqueId = 'abcdefghijkl'
    expect(await code(password())).toBe('REG_ERROR3')
    expect(await code({ ...password(), uniqueId: 'wrong' })).toBe('REG_ERROR4')
    expect((await register(site.url, { ...password(), uniqueId: 'abcdefghijkl' })).payload.uniqueId).toBe(
      'abcdefghijkl',
    )
  })

  it('is set and cleared by a signed call', async () => {
    site.connect({ publicKey: keyPair().publicKey, server })
    expect((await call(site.url, 'update_values', { uniqueId: 'xyz' })).payload).toEqual({ result: 'ok' })
    expect(site.uniqueId).toBe('xyz')
    await call(site.url, 'update_values', { uniqueId: '' })
    expect(site.uniqueId).toBe('')
  })
})

describe('a connected site', () => {
  beforeEach(() => register(site.url, password()))

  it('accepts only the same administrator of the same dashboard', async () => {
    site.addUser({ login: 'second', role: 'administrator' })
    expect(await code({ ...password(), server: 'https://other.example/' })).toBe('REG_ERROR2')
    expect(await code({ ...password(), user: 'second' })).toBe('REG_ERROR2')
    expect(await code(password())).toBeUndefined()
  })

  it('answers REG_ERROR10 instead where the user has password authentication off', async () => {
    site.passwordless.add('admin')
    expect(await code({ server: 'https://other.example/' })).toBe('REG_ERROR10')
  })

  it('refuses the old key as soon as a new one is registered', async () => {
    await register(site.url, password(), keyPair(1))
    expect((await call(site.url, 'cloneinfo', {}, keyPair(0))).payload.error).toMatch(/^Authentication failed!/)
    expect((await call(site.url, 'cloneinfo', {}, keyPair(1))).payload.home).toBe(site.siteUrl)
  })

  it('is free for any dashboard after disconnect', async () => {
    expect((await call(site.url, 'disconnect', {})).payload).toEqual({ result: 'success' })
    expect(await code({ ...password(), server: 'https://other.example/' })).toBeUndefined()
  })

  it('adopts the server named in a sync', async () => {
    await call(site.url, 'stats', { server: 'https://moved.example/', syncdata: '{}' })
    expect(await code(password())).toBe('REG_ERROR2')
    expect(await code({ ...password(), server: 'https://moved.example/' })).toBeUndefined()
  })
})

describe('registration by token', () => {
  const token = async () => (await register(site.url, password())).payload.regverify as string

  it('reconnects without a password and issues no further token', async () => {
    const regverify = await token()
    const { payload } = await register(site.url, { regverify }, keyPair(1))
    expect(payload.register).toBe('OK')
    expect(payload).not.toHaveProperty('regverify')
  })

  it('survives disconnect and works from any dashboard then', async () => {
    const regverify = await token()
    await call(site.url, 'disconnect', {})
    expect(await code({ regverify, server: 'https://other.example/' })).toBeUndefined()
  })

  it('is ignored when a password is sent', async () => {
    const regverify = await token()
    expect(await code({ regverify, userpwd: passwordField('wrong') })).toBe('REG_ERROR7')
  })

  it('fails with its own code when unknown, and is replaced when the password was right', async () => {
    await token()
    expect(await code({ regverify: 'a-b' })).toBe('reconnect_failed')
    expect((await register(site.url, { ...password(), regverify: 'a-b' })).payload.regverify).toMatch(/-/)
  })

  it('is one of the five newest of the user', async () => {
    const tokens: string[] = []
    for (let time = 0; time < 6; time++) tokens.push(await token())
    expect(await code({ regverify: tokens[0] })).toBe('reconnect_failed')
    expect(await code({ regverify: tokens[1] })).toBeUndefined()
    expect(await code({ regverify: tokens[5] })).toBeUndefined()
  })

  it('can be fetched later with a sync', async () => {
    await token()
    const { payload } = await call(site.url, 'stats', { sync_regverify: 1 })
    expect(await code({ regverify: payload.regverify_info })).toBeUndefined()
  })

  it('needs a dashboard of 5.3 or newer where neither password nor token is sent', async () => {
    expect(await code({ mainwpver: '5.2' })).toBe('REG_ERROR10')
    expect(await code({ mainwpver: '' })).toBe('REG_ERROR10')
  })
})

describe('registration without password', () => {
  it('accepts any caller who knows the login of a user with password authentication off', async () => {
    site.passwordless.add('admin')
    expect((await register(site.url)).payload.register).toBe('OK')
  })
})
