import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NewEvent, publishEvents } from '../domain/events/index.ts'
import { createDataDir, runCommand, runFlotilla } from '../testing/command-line.ts'
import { createScratchDatabase } from '../testing/scratch-database.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import * as backup from './backup.ts'
import * as doctor from './doctor.ts'
import * as restore from './restore.ts'

let service: TestService
let folder: string
let environment: Record<string, string>

beforeAll(async () => {
  service = await startTestService()
  folder = await createDataDir()
  environment = { DATABASE_URL: service.connectionString, DATA_DIR: folder }
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

test('prints only the answer to standard output, even with a verbose log', async () => {
  const args = ['users', 'add', 'ada', '--role', 'administrator', '--password-stdin', '--json']
  const added = await runFlotilla(args, { ...environment, LOG_LEVEL: 'trace' }, 'correct horse battery\n')
  expect(JSON.parse(added.printed)).toMatchObject({ user: { login: 'ada' }, one_time_password: null })
  expect(added.code).toBe(0)
  const payload = { login: 'ada', password: 'correct horse battery' }
  expect((await service.request({ method: 'POST', url: '/api/v2/access/sessions', payload })).status).toBe(200)
})

test('prints a failure to standard error, with an exit code', async () => {
  const wrongArguments = await runFlotilla(['keys', 'make'], environment)
  expect(wrongArguments).toMatchObject({
    code: 2,
    printed: '',
    complained: expect.stringMatching(/^Usage: flotilla keys/),
  })
  const unreachable = { ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  const failed = await runCommand(backup, [join(folder, 'none')], unreachable)
  expect(failed).toEqual({
    code: 1,
    printed: '',
    complained:
      'The database in DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1. ' +
      'Check that it runs, and its address, name, user and password.',
  })
})

test('ends when the secrets cannot be opened', async () => {
  const ended = await runFlotilla(['users', 'list'], {
    ...environment,
    MASTER_KEY: 'some other master key that is long',
  })
  expect(ended).toMatchObject({ code: 1, complained: expect.stringContaining('master key') })
})

describe('backup and restore', () => {
  let path: string
  let token: string
  const event: NewEvent = { type: 'settings.changed', data: { group: 'general', keys: ['a'] } }
  beforeAll(async () => {
    path = join(folder, 'fleet.backup')
    await service.app.run('add-user', { login: 'grace', role: 'administrator' })
    const { output } = await service.app.run('add-key', { description: 'a robot' })
    token = (output as { token: string }).token
    await publishEvents(service.db, [event], service.clock.now())
    const { code, printed } = await runFlotilla(['backup', path], environment)
    expect(printed).toMatch(/Wrote \d+ rows of \d+ tables .*\n.*Store .*master\.key safely/)
    expect(code).toBe(0)
  })

  test('write a file that only its owner can read, without keys in plain text', async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(gunzipSync(await readFile(path)).includes(token)).toBe(false)
  })

  test('revoke restored keys and record the restore in the intact audit log', async () => {
    const target = await createScratchDatabase()
    const there = { ...environment, DATABASE_URL: target.connectionString }
    const restored = await runFlotilla(['restore', path], there)
    expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining('were revoked') })
    const app = await service.openAnother({ connection: { connectionString: target.connectionString, max: 2 } })
    const answer = await app.server.inject({ url: '/api/v2/modules', headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(401)
    expect(await target.query(`select outcome from audit_lines where operation = 'restore-backup'`)).toHaveLength(1)
    expect((await runCommand(doctor, [], there)).printed).toMatch(/^ok +audit trail/m)
    const again = await runCommand(restore, [path], there)
    expect(again).toMatchObject({ code: 1, complained: expect.stringContaining('not empty') })
  })

  test('keep keys with --keep-keys, and expire the cursors of programs that follow events', async () => {
    const target = await createScratchDatabase()
    const there = { ...environment, DATABASE_URL: target.connectionString }
    expect((await runCommand(restore, [path, '--keep-keys'], there)).code).toBe(0)
    expect(await target.query('select description, active from api_keys')).toEqual([
      { description: 'a robot', active: true },
    ])
    const read = async ({ server }: Pick<TestService['app'], 'server'>, since: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await server.inject({ url: `/api/v2/events?types=settings.changed&since=${since}`, headers })).json().data
    }
    await publishEvents(service.db, [event], service.clock.now())
    const { cursor } = await read(service.app, '0')
    const app = await service.openAnother({ connection: { connectionString: target.connectionString, max: 2 } })
    // The restored log has fewer events, and this one has the position of the cursor.
    await publishEvents(app.db, [event], service.clock.now())
    const first = await read(app, cursor)
    expect(first).toMatchObject({ expired: true, events: [{}, {}] })
    expect(await read(app, first.cursor)).toMatchObject({ expired: false, events: [] })
    await app.close()
    await target.drop()
  })
})
