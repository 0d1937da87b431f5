import { mkdtemp, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealedColumns } from '../catalogue.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { addMasterKey, masterKeyFile, newMasterKey, readMasterKeys } from '../platform/master-key.ts'
import { createSecrets, type Secrets } from '../platform/secrets.ts'
import { runCommand } from '../testing/command-line.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import * as command from './rotate-master-key.ts'

const column = 'instance_secrets.value'

let dataDir: string
let secrets: Secrets
let service: TestService

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flotilla-rotate-'))
  secrets = createSecrets(await readMasterKeys(dataDir, undefined))
  service = await startTestService({ secrets })
})
afterAll(async () => {
  await service.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
  await service.reset()
  await service.db.deleteFrom('instance_secrets').execute()
  await rm(masterKeyFile(dataDir))
  await readMasterKeys(dataDir, undefined)
  await keep('first', secrets.seal('one', column))
})

const rotate = (args: string[] = [], environment: Record<string, string> = {}) =>
  runCommand(command, args, { DATABASE_URL: service.connectionString, DATA_DIR: dataDir, ...environment })
const keep = (name: string, value: string) =>
  service.db.insertInto('instance_secrets').values({ name, value }).execute()
const readStored = async (name: string) =>
  (await service.db.selectFrom('instance_secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow())
    .value
const keysInFile = async () => (await readFile(masterKeyFile(dataDir), 'utf8')).trim().split('\n')
const waitElevenMinutes = () => {
  const then = new Date(Date.now() - 11 * 60_000)
  return utimes(masterKeyFile(dataDir), then, then)
}

test('adds a new key, seals everything with it, and the running service continues', async () => {
  const [before] = await keysInFile()
  const ended = await rotate()
  expect(ended).toMatchObject({ code: 0, printed: expect.stringMatching(/^Encrypted \d+ secrets/) })
  const [newest, ...older] = await keysInFile()
  expect(older).toEqual([before])
  expect(createSecrets([newest!]).open(await readStored('first'), column)).toBe('one')
  // `secrets` belongs to the running service and was created before the rotation.
  expect(secrets.open(await readStored('first'), column)).toBe('one')
  expect(createSecrets([newest!]).open(secrets.seal('two', column), column)).toBe('two')
  const audited = await service.db
    .selectFrom('audit_lines')
    .selectAll()
    .where('operation', '=', 'rotate-master-key')
    .execute()
  expect(audited).toMatchObject([{ actor_name: 'command line', outcome: 'ok' }])
})

test('every column that a feature declares exists', async () => {
  const { rows } = await service.db.pool.query(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(sealedColumns))
})

test('continues with the same key after a crash', async () => {
  const second = newMasterKey()
  await addMasterKey(dataDir, second)
  await keep('done before the crash', secrets.seal('two', column))
  await rotate()
  expect(await keysInFile()).toHaveLength(2)
  for (const name of ['first', 'done before the crash']) createSecrets([second]).open(await readStored(name), column)
})

test('allows one rotation at a time', async () => {
  const other = await service.db.pool.connect()
  await other.query('select pg_advisory_lock($1)', [advisoryLocks.masterKeyRotation])
  expect(await rotate()).toMatchObject({
    code: 1,
    complained: expect.stringContaining('Another rotation is running'),
  })
  await other.query('select pg_advisory_unlock_all()')
  other.release(true)
  expect(await keysInFile()).toHaveLength(1)
})

describe('--finish', () => {
  test('drops the older keys when nothing needs them any more', async () => {
    await rotate()
    const [newest] = await keysInFile()
    await waitElevenMinutes()
    expect(await rotate(['--finish'])).toMatchObject({
      code: 0,
      printed: expect.stringContaining('is the only master key now'),
    })
    expect(await keysInFile()).toEqual([newest])
    expect(secrets.open(await readStored('first'), column)).toBe('one')
  })

  test('is refused shortly after the rotation', async () => {
    await rotate()
    expect(await rotate(['--finish'])).toMatchObject({
      code: 1,
      complained: expect.stringContaining('10 minutes after'),
    })
    expect(await keysInFile()).toHaveLength(2)
  })

  test('is refused while a secret is sealed under an older key', async () => {
    await addMasterKey(dataDir, newMasterKey())
    await waitElevenMinutes()
    expect(await rotate(['--finish'])).toMatchObject({
      code: 1,
      complained: expect.stringContaining('still encrypted with'),
    })
    expect(await keysInFile()).toHaveLength(2)
  })

  test('is refused while an undeclared column is sealed under an older key', async () => {
    await service.db.pool.query(`create table forgotten (facts jsonb)`)
    await service.db.pool.query('insert into forgotten values ($1)', [{ token: secrets.seal('x', 'forgotten.facts') }])
    await rotate()
    await waitElevenMinutes()
    expect(await rotate(['--finish'])).toMatchObject({
      code: 1,
      complained: expect.stringContaining('Something in forgotten'),
    })
    expect(await keysInFile()).toHaveLength(2)
    await service.db.pool.query('drop table forgotten')
  })

  test('does nothing with one key', async () => {
    expect(await rotate(['--finish'])).toMatchObject({
      code: 0,
      printed: expect.stringContaining('only one master key'),
    })
  })
})

test('prints what to set with MASTER_KEY in the environment, and seals when it is set', async () => {
  const [present] = await keysInFile()
  const first = await rotate([], { MASTER_KEY: present! })
  expect(first).toMatchObject({ code: 1, printed: expect.stringContaining('nothing was changed yet') })
  const fresh = /A new key: (\S+)/.exec(first.printed)![1]!
  expect(secrets.isOutdated(await readStored('first'))).toBe(false)

  const both = { MASTER_KEY: `${fresh},${present}` }
  expect(await rotate([], both)).toMatchObject({ code: 0, complained: '' })
  expect(createSecrets([fresh]).open(await readStored('first'), column)).toBe('one')
  expect(await rotate(['--finish'], both)).toMatchObject({
    code: 0,
    printed: expect.stringContaining('set MASTER_KEY to its first key'),
    complained: '',
  })
})
