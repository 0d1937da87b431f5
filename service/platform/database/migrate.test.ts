import { createHash } from 'node:crypto'
import { Client, Pool } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '../../testing/scratch-database.ts'
import { isAtLeast } from '../../version.ts'
import { readIndexStatements } from './create-indexes.ts'
import { type Migration, migrate } from './migrate.ts'

const migration = (name: string, sql: string, oldestCode?: string): Migration => ({
  name,
  sql,
  digest: createHash('sha256').update(sql).digest('hex'),
  oldestCode,
})

const first = migration('001-first', 'create table boats (id int)')
const second = migration('002-second', 'alter table boats add column name text', '0.2.0')
const third = migration('003-third', 'alter table boats drop column name', '0.3.0')

let database: ScratchDatabase
let pool: Pool
beforeEach(async () => {
  database = await createScratchDatabase()
  pool = new Pool({ connectionString: database.connectionString, max: 2 })
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const start = (codeVersion: string, ...migrations: Migration[]) => migrate(pool, { migrations, codeVersion })

it('applies each migration once, in order', async () => {
  expect(await start('0.2.0', first, second)).toEqual(['001-first', '002-second'])
  expect(await start('0.2.0', first, second)).toEqual([])
})

it('a previous release starts only on newer migrations that allow it', async () => {
  await start('0.4.0', first, second)
  expect(await start('0.2.0', first)).toEqual([])
  await expect(start('0.1.9', first)).rejects.toThrow(
    /newer Flotilla \(migration 002-second needs Flotilla 0\.2\.0 or newer; this is 0\.1\.9\)/,
  )
  await start('0.4.0', first, second, third)
  await expect(start('0.2.0', first)).rejects.toThrow(/003-third needs Flotilla 0\.3\.0/)
})

it('refuses an unknown migration without a declaration', async () => {
  await start('0.2.0', first)
  await expect(start('0.2.0')).rejects.toThrow(/migration 001-first is unknown to this version/)
})

it('refuses an edited migration', async () => {
  await start('0.2.0', first)
  await expect(start('0.2.0', { ...first, digest: 'x' })).rejects.toThrow(/was changed after it had been applied/)
})

it('extends the table of 0.1.0', async () => {
  await database.query(`create table migrations (
    name text primary key, digest text not null, applied_at timestamptz not null default now())`)
  await database.query('create table boats (id int)')
  await database.query('insert into migrations (name, digest) values ($1, $2)', [first.name, first.digest])
  expect(await start('0.2.0', first, second)).toEqual(['002-second'])
  expect(await database.query('select name, oldest_code from migrations order by name')).toEqual([
    { name: '001-first', oldest_code: null },
    { name: '002-second', oldest_code: '0.2.0' },
  ])
})

it('stops waiting for a lock and changes nothing', async () => {
  await start('0.2.0', first)
  const reader = new Client({ connectionString: database.connectionString })
  await reader.connect()
  await reader.query('begin; select from boats')
  await expect(start('0.2.0', first, second)).rejects.toThrow(
    /002-second failed: another process held a lock on its tables for 5 seconds\. Nothing was changed; start again/,
  )
  // The reader did not block itself, and no longer blocks others.
  await reader.query('select from boats; commit')
  await reader.end()
  expect(await start('0.2.0', first, second)).toEqual(['002-second'])
})

const indexes = migration(
  '002-indexes',
  `-- oldest-code: 0.2.0
   -- For lists; sorted.
   create index boats_by_id on boats (id);
   create unique index boats_once on boats (id) where id > 0;`,
)
const indexesOfBoats = `select indexdef from pg_indexes where tablename = 'boats' order by 1`
const unfinished = `select indexrelid::regclass::text as name from pg_index where not indisvalid`

it('creates indexes while others write, and again if one was left unfinished', async () => {
  await start('0.2.0', first)
  await database.query('insert into boats values (1), (1)')
  await expect(start('0.2.0', first, indexes)).rejects.toThrow(/002-indexes failed: could not create unique index/)
  expect(await database.query(unfinished)).toEqual([{ name: 'boats_once' }])
  await database.query('delete from boats; drop index boats_by_id')
  const writer = new Client({ connectionString: database.connectionString })
  await writer.connect()
  await writer.query('begin; insert into boats values (2)')
  const starting = Promise.all([start('0.2.0', first, indexes), start('0.2.0', first, indexes)])
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'create index%'`
  while ((await database.query(waiting)).length === 0);
  // With a lock on the table this would wait as long as the writer.
  await database.query(`set lock_timeout = '3s'; insert into boats values (3)`)
  await writer.query('commit')
  await writer.end()
  expect((await starting).flat()).toEqual(['002-indexes'])
  expect(await database.query(indexesOfBoats)).toEqual([
    { indexdef: 'CREATE INDEX boats_by_id ON public.boats USING btree (id)' },
    { indexdef: 'CREATE UNIQUE INDEX boats_once ON public.boats USING btree (id) WHERE (id > 0)' },
  ])
  expect(await database.query(unfinished)).toEqual([])
})

it('creates indexes of a new database with everything else', async () => {
  expect(await start('0.2.0', first, indexes)).toEqual(['001-first', '002-indexes'])
  expect(await database.query(indexesOfBoats)).toHaveLength(2)
})

it('takes only migrations that create nothing but indexes', () => {
  expect(readIndexStatements(indexes.sql)?.map(({ concurrently }) => concurrently)).toEqual([
    'create index concurrently boats_by_id on boats (id)',
    'create unique index concurrently boats_once on boats (id) where id > 0',
  ])
  expect(readIndexStatements(`${indexes.sql} drop index boats_once`)).toBeNull()
  expect(readIndexStatements('-- nothing')).toBeNull()
})

it.each([
  ['0.2.0', '0.2.0', true],
  ['0.10.0', '0.9.5', true],
  ['0.2.0-rc.1', '0.2.0', true],
  ['1.0.0', '0.9.9', true],
  ['0.1.9', '0.2.0', false],
  ['0.2.0', '1.0.0', false],
])('%s is at least %s: %s', (version, oldest, expected) => {
  expect(isAtLeast(version, oldest)).toBe(expected)
})
