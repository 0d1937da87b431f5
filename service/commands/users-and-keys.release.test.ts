import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpAuthenticatorApp } from '../testing/authenticator-app.ts'
import { createDataDir, runCommand } from '../testing/command-line.ts'
import { seedFleet } from '../testing/seed-fleet.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import * as keys from './keys.ts'
import * as users from './users.ts'

let service: TestService
let environment: Record<string, string>

beforeAll(async () => {
  service = await startTestService()
  environment = { DATABASE_URL: service.connectionString, DATA_DIR: await createDataDir() }
})
afterAll(async () => {
  await service.close()
  await rm(environment.DATA_DIR!, { recursive: true })
})

const runUsers = (...args: string[]) => runCommand(users, args, environment)
const runKeys = (...args: string[]) => runCommand(keys, args, environment)
const signIn = (login: string, password: string) =>
  service.request({ method: 'POST', url: '/api/v2/access/sessions', payload: { login, password } })
const askWith = (token: string) =>
  service.request({ method: 'GET', url: '/api/v2/modules', headers: { authorization: `Bearer ${token}` } })
const secretIn = (printed: string) => /shown once: (\S+)/.exec(printed)![1]!

describe('users', () => {
  test('add prints a one-time password once', async () => {
    const added = await runUsers('add', 'ada', '--role', 'administrator', '--email', 'ada@example.com')
    expect(added).toMatchObject({ code: 0, printed: expect.stringContaining('Added ada (administrator).') })
    expect((await signIn('ada', secretIn(added.printed))).status).toBe(200)
    const { password_hash } = await service.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    // The command line uses the production password cost.
    expect(password_hash).toMatch(/^scrypt\$15\$8\$3\$/)
    const audited = await service.db.selectFrom('audit_lines').selectAll().where('operation', '=', 'add-user').execute()
    expect(audited).toMatchObject([{ actor_kind: 'system', actor_name: 'command line', outcome: 'ok' }])
    expect(JSON.stringify(audited)).not.toContain(secretIn(added.printed))
  })

  test('list prints all users, as a table or as JSON', async () => {
    await runUsers('add', 'grace')
    await service.db.updateTable('users').set({ name: 'Grace \u001b[31mHopper' }).where('login', '=', 'grace').execute()
    const table = await runUsers('list')
    expect(table.printed).toMatch(/^\d+ +grace +Grace Hopper +- +viewer +no/m)
    expect(JSON.parse((await runUsers('list', '--json')).printed)).toMatchObject([
      { login: 'ada', email: 'ada@example.com', role: 'administrator' },
      { login: 'grace', name: 'Grace \u001b[31mHopper' },
    ])
  })

  test('reset-password sets a one-time password and ends all sessions', async () => {
    await runUsers('add', 'joan')
    const reset = await runUsers('reset-password', 'Joan')
    expect(reset.printed).toContain('One-time password of joan')
    const signedIn = await signIn('joan', secretIn(reset.printed))
    expect(signedIn.status).toBe(200)
    await runUsers('reset-password', 'joan')
    expect((await signIn('joan', secretIn(reset.printed))).status).toBe(401)
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!
    expect((await service.request({ url: '/api/v2/access/me', headers: { cookie } })).status).toBe(401)
  })

  test('reset-factor removes the second factor and ends all sessions', async () => {
    const password = 'a chosen long pass phrase'
    await service.app.run('add-user', { login: 'mary', password, must_change_password: false })
    const { session } = await setUpAuthenticatorApp(service, { login: 'mary', password })
    expect((await signIn('mary', password)).body.code).toBe('svc_second_factor_required')
    const reset = await runUsers('reset-factor', 'Mary')
    expect(reset).toMatchObject({ code: 0, printed: expect.stringContaining('Removed the second factors of mary.') })
    expect((await service.request({ url: '/api/v2/access/me', headers: session.headers })).status).toBe(401)
    expect((await signIn('mary', password)).status).toBe(200)
    const operation = 'reset-user-factors'
    const audited = await service.db.selectFrom('audit_lines').selectAll().where('operation', '=', operation).execute()
    expect(audited).toMatchObject([{ actor_name: 'command line', outcome: 'ok' }])
    expect((await runUsers('reset-factor', 'mary')).printed).toContain('mary had no second factor.')
  })

  test('a part of a name does not match a user', async () => {
    const reset = await runUsers('reset-password', 'ad')
    expect(reset).toMatchObject({ code: 1, printed: '', complained: expect.stringContaining('There is no user ad') })
  })
})

describe('keys', () => {
  test('create prints a key that works until it is revoked', async () => {
    const made = await runKeys('create', '--description', 'a robot', '--scopes', 'read,write', '--user', 'ADA')
    expect(made.printed).toContain('(read, write)')
    const token = secretIn(made.printed)
    expect((await askWith(token)).status).toBe(200)
    const id = /API key (\d+)/.exec(made.printed)![1]!
    expect(await runKeys('revoke', id)).toMatchObject({ code: 0, printed: expect.stringContaining('(a robot)') })
    expect((await askWith(token)).status).toBe(401)
    expect(await runKeys('revoke', id)).toMatchObject({ code: 1, complained: expect.stringContaining('no API key') })
  })

  test('create accepts limits and an end date', async () => {
    await seedFleet(service.db)
    const end = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
    const args = ['--description', 'narrow', '--sites', '1, 2', '--tags', '2', '--expires', end, '--json']
    const { token, key } = JSON.parse((await runKeys('create', ...args)).printed)
    expect(token).toMatch(/^flo_/)
    expect(key).toMatchObject({ scopes: ['read'], site_ids: [1, 2], tag_ids: [2], expires_at: `${end}T00:00:00Z` })
  })

  test('list never prints a key', async () => {
    const made = await runKeys('create', '--description', 'another robot')
    const table = await runKeys('list')
    expect(table.printed).toMatch(/another robot +ada +read +yes/)
    expect(table.printed).not.toContain(secretIn(made.printed))
  })
})

describe('wrong arguments', () => {
  test.each([
    [keys, []],
    [keys, ['make']],
    [keys, ['__proto__']],
    [keys, ['create']],
    [keys, ['create', '--description']],
    [keys, ['create', '--description', 'x', '--scope', 'read']],
    [keys, ['revoke']],
    [keys, ['revoke', '1', '2']],
    [users, ['add']],
    [users, ['list', 'all']],
  ])('%#: end with how it is used', async (command, args) => {
    const ended = await runCommand(command, args, environment)
    expect(ended).toMatchObject({
      code: 2,
      printed: '',
      complained: expect.stringMatching(/Usage: flotilla (keys|users)/),
    })
  })

  test.each([
    [['create', '--description', 'x', '--scopes', 'all'], /scopes.*read, write, delete/],
    [['create', '--description', 'x', '--sites', 'one'], /site_ids/],
    [['create', '--description', 'x', '--expires', 'tomorrow'], /expires_at/],
    [['create', '--description', 'x', '--expires', '2020-01-01'], /must be in the future/],
    [['revoke', 'first'], /id/],
  ])('%j: values are held to the same rules as over HTTP', async (args, reason) => {
    expect(await runKeys(...args)).toMatchObject({ code: 1, printed: '', complained: expect.stringMatching(reason) })
  })
})
