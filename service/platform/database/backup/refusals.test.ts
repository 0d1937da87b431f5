import { renameSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { createScratchDatabase, type ScratchDatabase } from '../../../testing/scratch-database.ts'
import { createSecrets } from '../../secrets.ts'
import { restoreBackup } from './restore-backup.ts'
import { createOddDatabase, laterMigration, oddMigrations } from './testing/odd-database.ts'
import { writeBackup } from './write-backup.ts'

const masterKey = 'the master key of the server, long enough'
const otherKey = 'another master key that is long enough'
const secrets = createSecrets([masterKey])

let folder: string
let good: string
let source: ScratchDatabase
let target: ScratchDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flotilla-backup-'))
  good = join(folder, 'good.backup')
  ;[source, target] = await Promise.all([createOddDatabase(), createScratchDatabase()])
  await source.query('insert into secrets (name, value) values ($1, $2)', [
    'sealed',
    secrets.seal('s3cret', 'secrets.value'),
  ])
  await backUp(good)
})

afterAll(async () => {
  await Promise.all([source.drop(), target.drop(), rm(folder, { recursive: true })])
})

const backUp = (path: string, connection: { connectionString: string } = source) =>
  writeBackup({ connection, path, version: '1.2.3', secrets, clock: new FakeClock(), sealed: ['secrets.value'] })
const restore = (path: string, options: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ connection: target, path, secrets, migrations: oddMigrations, ...options })

/** A copy of the good backup with its text changed by `change`. */
async function altered(change: (text: string) => string): Promise<string> {
  const path = join(folder, 'altered.backup')
  const text = gunzipSync(await readFile(good)).toString('latin1')
  const changed = change(text)
  expect(changed).not.toBe(text)
  await writeFile(path, gzipSync(Buffer.from(changed, 'latin1')))
  return path
}

async function expectUntouched() {
  expect(await target.query(`select from pg_tables where schemaname = 'public'`)).toEqual([])
}

test('refuses a file that ends too early', async () => {
  const path = join(folder, 'short.backup')
  const bytes = await readFile(good)
  for (const length of [0, 1, 10, Math.floor(bytes.length / 2), bytes.length - 1]) {
    await writeFile(path, bytes)
    await truncate(path, length)
    await expect(restore(path)).rejects.toThrow(/short\.backup (ends too early|is no backup)/)
  }
  await expectUntouched()
})

test('refuses a text that ends between two tables', async () => {
  const path = await altered((text) => text.slice(0, text.indexOf('{"table":"parents"}')))
  await expect(restore(path)).rejects.toThrow(/ends too early/)
  await expectUntouched()
})

test.each<[string, (text: string) => string]>([
  ['a changed value', (text) => text.replace('\tAda\n', '\tEve\n')],
  ['a missing row', (text) => text.replace(/\n1\t\\N\tAda\n/, '\n')],
  ['another number of rows', (text) => text.replace('"rows":2', '"rows":3')],
  ['another sequence value', (text) => text.replace('"last_value":"2"', '"last_value":"1"')],
  ['a table swapped for another', (text) => text.replace('{"table":"parents"}', '{"table":"secrets"}')],
  ['more text behind the end', (text) => `${text}{"table":"more"}\n`],
])('refuses a file with %s', async (_what, change) => {
  await expect(restore(await altered(change))).rejects.toThrow(/(damaged or was altered|continues after its end)/)
  await expectUntouched()
})

describe('refuses a file with matching digests, made without the master key', () => {
  const theirs = createSecrets([otherKey])
  const ourId = secrets.keyIds()[0]!
  const forge = async (seal: (digest: string, column: string) => string) => {
    const path = join(folder, 'forged.backup')
    await rm(path, { force: true })
    const forger = { ...theirs, keyIds: () => [ourId], seal }
    await writeBackup({
      connection: source,
      path,
      version: '6.6.6',
      secrets: forger,
      clock: new FakeClock(),
      sealed: [],
    })
    return path
  }

  test('with a forged seal under the id of our key', async () => {
    const path = await forge((digest, column) => theirs.seal(digest, column).replace(theirs.keyIds()[0]!, ourId))
    await expect(restore(path)).rejects.toThrow(/damaged or was altered/)
    await expectUntouched()
  })

  test('with the seal of another backup of ours', async () => {
    const { seal } = JSON.parse(
      gunzipSync(await readFile(good))
        .toString('latin1')
        .trimEnd()
        .split('\n')
        .at(-1)!,
    )
    await expect(restore(await forge(() => seal))).rejects.toThrow(/damaged or was altered/)
    await expectUntouched()
  })
})

test('refuses a backup sealed under a missing master key, before anything else', async () => {
  await expect(restore(good, { secrets: createSecrets([otherKey]) })).rejects.toThrow(
    /another master key .* DATA_DIR\/master\.key/,
  )
  await expectUntouched()
})

test('refuses a file that is replaced after it was checked', async () => {
  const [first, second] = [join(folder, 'first.backup'), join(folder, 'second.backup')]
  await copyFile(good, first)
  const clock = new FakeClock()
  clock.advance(1_000)
  await writeBackup({ connection: source, path: second, version: '1.2.3', secrets, clock, sealed: [] })
  // Called while the file is read for the first time.
  const requireHeader = () => renameSync(second, first)
  await expect(restore(first, { requireHeader })).rejects.toThrow(/first\.backup was replaced while it was restored/)
  expect(await target.query(`select tablename from pg_tables where schemaname = 'public'`)).toEqual([
    { tablename: 'migrations' },
  ])
  await target.query('drop table migrations')
})

test('stops reading a text that unpacks to a line without end', async () => {
  const path = join(folder, 'bomb.backup')
  await writeFile(path, gzipSync(Buffer.alloc(100_000_000, 'x')))
  expect((await stat(path)).size).toBeLessThan(200_000)
  await expect(restore(path)).rejects.toThrow(/is no backup of Flotilla/)
})

test('refuses a file that is no backup, or a missing file', async () => {
  const path = join(folder, 'letter.txt')
  await writeFile(path, 'Dear all, …')
  await expect(restore(path)).rejects.toThrow(/is no backup of Flotilla/)
  await writeFile(path, gzipSync('Dear all,\n'))
  await expect(restore(path)).rejects.toThrow(/damaged/)
  await expect(restore(join(folder, 'nothing'))).rejects.toThrow(/There is no file/)
})

test('refuses a backup of a newer version, or of another history', async () => {
  await expect(restore(good, { migrations: [oddMigrations[0]!] })).rejects.toThrow(
    /newer Flotilla \(1\.2\.3, migration 002-sealed\)/,
  )
  const edited = [oddMigrations[0]!, { ...oddMigrations[1]!, digest: laterMigration.digest }]
  await expect(restore(good, { migrations: edited })).rejects.toThrow(/migration 002-sealed differs/)
  const newer = await altered((text) => text.replace(/^.*\n/, '{"flotilla_backup":2,"flotilla":"9.0","other":true}\n'))
  await expect(restore(newer)).rejects.toThrow(/newer Flotilla \(9\.0\)/)
  await expectUntouched()
})

test('refuses a database that is not empty', async () => {
  await expect(restore(good, { connection: source })).rejects.toThrow(
    /not empty.*move the folder DATA_DIR\/postgres away.*DATABASE_URL/s,
  )
  const [{ count }] = await source.query('select count(*)::int from parents')
  expect(count).toBe(2)
})

test('refuses a database with a queue of an earlier installation', async () => {
  const used = await createScratchDatabase()
  await used.query('create schema queue create table job (id int)')
  await expect(restore(good, { connection: used })).rejects.toThrow(/not empty/)
  await used.drop()
})

test('refuses to overwrite a file, a missing folder, and a foreign database', async () => {
  await expect(backUp(good)).rejects.toThrow(/exists already/)
  await expect(backUp(join(folder, 'missing', 'x'))).rejects.toThrow(/cannot be written there/)
  await expect(backUp(join(folder, 'x'), target)).rejects.toThrow(/nothing to back up/)
})
