import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { createScratchDatabase, type ScratchDatabase } from '../../../testing/scratch-database.ts'
import { createSecrets } from '../../secrets.ts'
import { migrate } from '../migrate.ts'
import type { SealedColumn } from '../sealed-columns.ts'
import { restoreBackup } from './restore-backup.ts'
import { createOddDatabase, laterMigration, oddMigrations } from './testing/odd-database.ts'
import { writeBackup } from './write-backup.ts'

const secrets = createSecrets(['the master key of the server, long enough'])
const sealed: SealedColumn[] = ['secrets.value', 'secrets.not_there_yet', 'not.there']

let folder: string
let path: string
let source: ScratchDatabase
let target: ScratchDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flotilla-backup-'))
  path = join(folder, 'fleet.backup')
  source = await createOddDatabase()
  await backUp(path)
})
afterAll(async () => {
  await source.drop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  target = await createScratchDatabase()
})
afterEach(() => target.drop())

const backUp = (path: string) =>
  writeBackup({ connection: source, path, version: '1.2.3', secrets, clock: new FakeClock(), sealed })
const restore = (options: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ connection: target, path, secrets, migrations: oddMigrations, ...options })

/** Every row of every table as text, sorted. */
async function everything(database: ScratchDatabase): Promise<Record<string, string[]>> {
  const tables = await database.query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await database.query(`select t::text as row from ${name} t order by 1`)
    contents[name] = rows.map(({ row }) => row)
  }
  return contents
}

describe('a restored backup', () => {
  test('has every row with any values', async () => {
    const before = await everything(source)
    const { header, rows } = await restore()
    expect(header).toMatchObject({ created_at: '2026-11-15T09:00:00.000Z', flotilla: '1.2.3' })
    expect(Object.values(before).flat()).toHaveLength(rows)
    expect(await everything(target)).toEqual(before)
  })

  test('continues the sequences', async () => {
    await restore()
    expect(await target.query(`insert into "Odd ""names""" (flag) values (true) returning id::int`)).toEqual([
      { id: 10 },
    ])
    expect(await target.query(`insert into parents (name) values ('Joan') returning id`)).toEqual([{ id: 3 }])
    expect(await target.query(`select nextval('tickets')::int as ticket`)).toEqual([{ ticket: 3 }])
  })

  test('enforces references and triggers again', async () => {
    await restore()
    await expect(target.query('delete from children where id = 10')).rejects.toThrow(/favourite_child/)
    await expect(target.query('insert into children (id, parent) values (1, 99)')).rejects.toThrow(
      /children_parent_fkey/,
    )
    await target.query('insert into children (id, parent) values (1, 1)')
    expect(await target.query('select inserted from births')).toEqual([{ inserted: 3 }])
  })

  test('has the same indexes and constraints', async () => {
    const rules = `select indexdef as rule from pg_indexes where schemaname = 'public' union all
      select conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1`
    await restore()
    const restored = await target.query(rules)
    expect(restored.map(({ rule }) => rule)).toContainEqual(expect.stringContaining('children_once'))
    expect(restored).toEqual(await source.query(rules))
  })

  test('is migrated to the layout of a newer version', async () => {
    await restore({ migrations: [...oddMigrations, laterMigration] })
    expect(await target.query('select name, rank from parents order by id')).toEqual([
      { name: 'Ada', rank: 7 },
      { name: 'Grace', rank: 7 },
    ])
    expect(await target.query('select name from migrations order by name')).toHaveLength(3)
  })

  test('is a file that only its owner can read, with nothing else next to it', async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['fleet.backup'])
  })

  test('shows one moment, although others continue to write', async () => {
    const writer = new Client(source)
    await writer.connect()
    await writer.query('begin; lock table secrets in access exclusive mode')
    const second = join(folder, 'second.backup')
    const underWay = backUp(second)
    await untilLockIsAwaited(source)
    await writer.query(
      `insert into parents (name) values ('too late'); insert into secrets (name) values ('too late'); commit`,
    )
    await writer.end()
    await underWay
    await restore({ path: second })
    expect(await target.query('select name from parents order by id')).toEqual([{ name: 'Ada' }, { name: 'Grace' }])
    expect(await target.query('select name from secrets')).toEqual([])
  })
})

async function untilLockIsAwaited(database: ScratchDatabase) {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await database.query(waiting)).length === 0);
}

describe('the final step of a restore', () => {
  test('runs in the same transaction, on the newest layout', async () => {
    await restore({
      migrations: [...oddMigrations, laterMigration],
      beforeCommit: async (db) =>
        void (await db
          .updateTable('parents' as never)
          .set({ rank: 1 } as never)
          .execute()),
    })
    expect(await target.query('select distinct rank from parents')).toEqual([{ rank: 1 }])
  })

  test('rolls everything back when it fails, so that the restore can be repeated', async () => {
    const refuse = async () => {
      throw new Error('not like this')
    }
    await expect(restore({ beforeCommit: refuse })).rejects.toThrow('not like this')
    expect(await everything(target)).toEqual({ migrations: [] })
    await restore()
    expect((await everything(target)).parents).toHaveLength(2)
  })

  test('makes a service that starts meanwhile wait until everything is complete', async () => {
    const pool = new Pool({ connectionString: target.connectionString, max: 1 })
    let starting = Promise.resolve(['nothing yet'])
    await restore({
      async beforeCommit() {
        starting = migrate(pool, { migrations: oddMigrations })
        await untilLockIsAwaited(target)
      },
    })
    expect(await starting).toEqual([])
    await pool.end()
  })

  test('cannot end the transaction early', async () => {
    const nested = restore({ beforeCommit: async (db) => void (await db.transaction().execute(async () => {})) })
    await expect(nested).rejects.toThrow(/transaction/)
    expect(await everything(target)).toEqual({ migrations: [] })
  })
})
