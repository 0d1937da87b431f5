/** What operators ask about storage: the time of migrations, the size and time of backups and restores, and bytes per row. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, escapeIdentifier } from 'pg'
import { retentionRules, sealedColumns } from '../service/catalogue.ts'
import { systemClock } from '../service/platform/clock.ts'
import { checkRestore } from '../service/platform/database/backup/check-restore.ts'
import { readBackupKeys } from '../service/platform/database/backup/encryption.ts'
import { writeBackup } from '../service/platform/database/backup/write-backup.ts'
import { type Database, openDatabase } from '../service/platform/database/database.ts'
import type { EmbeddedDatabase } from '../service/platform/database/embedded.ts'
import { migrate, readMigrations } from '../service/platform/database/migrate.ts'
import { createSecrets } from '../service/platform/secrets.ts'
import { seedFleet } from './api/seed.ts'

const itemsPerSite = 25
const backupsPerSite = 10

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, performance.now() - began]
}
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const number = (value: number) => value.toLocaleString('en')

/** One line after the other: a whole run takes minutes. */
export async function* measureStorage(cluster: EmbeddedDatabase, sites: number): AsyncGenerator<string> {
  const connectionString = await createDatabase(cluster, `storage_${sites}`)
  const db = openDatabase({ connectionString, statement_timeout: 0 })
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-bench-'))
  try {
    const all = await readMigrations()
    const isNew = ({ name }: { name: string }) => name >= '150'
    const before = all.filter((each) => !isNew(each))
    const [, empty] = await timed(() => migrate(db.pool, { migrations: before }))
    await seedFleet(connectionString, sites)
    await seedRows(db)
    yield `${before.length} migrations of an empty database: ${seconds(empty)}`
    for (const migration of all.filter(isNew)) {
      const until = all.slice(0, all.indexOf(migration) + 1)
      const [locks, took] = await timed(() =>
        watchLocks(connectionString, () => migrate(db.pool, { migrations: until })),
      )
      yield `migration ${migration.name} at ${number(sites)} sites: ${seconds(took)}; ${describeLocks(locks)}`
    }
    yield* await measureRows(cluster)
    yield* await measureBackup(db, { connectionString, folder, sites })
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true })
  }
}

interface HeldLock {
  table: string
  mode: string
  /** At most: from the reading before the first one that saw it to the one after the last. */
  ms: number
}

/** The locks on tables with rows that made writers wait while `work` ran, read every few milliseconds. */
async function watchLocks(connectionString: string, work: () => Promise<unknown>): Promise<HeldLock[]> {
  const watcher = openDatabase({ connectionString, max: 1 })
  const held = new Map<string, HeldLock & { since: number }>()
  try {
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    let before = performance.now()
    while (!isDone) {
      const { rows } = await watcher.pool.query<{ table: string; mode: string }>(
        `select c.relname as table, l.mode from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a using (pid)
         where l.granted and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
           and l.database = (select oid from pg_database where datname = current_database())
           and c.relkind = 'r' and c.reltuples > 0 and c.relnamespace = 'public'::regnamespace
           and a.backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      const now = performance.now()
      for (const { table, mode } of rows) {
        const lock = held.get(`${table} ${mode}`) ?? { table, mode, since: before, ms: 0 }
        lock.ms = now - lock.since
        held.set(`${table} ${mode}`, lock)
      }
      before = now
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await working
  } finally {
    await watcher.destroy()
  }
  return [...held.values()]
}

function describeLocks(locks: HeldLock[]): string {
  const longest = locks.toSorted((one, other) => other.ms - one.ms)[0]
  if (!longest) return 'no lock that writers of tables with rows wait for was seen'
  return `writers wait at most ${seconds(longest.ms)} for its locks (${longest.mode} on ${longest.table})`
}

async function createDatabase(cluster: EmbeddedDatabase, name: string): Promise<string> {
  const first = openDatabase({ connectionString: cluster.url })
  await first.pool.query(`create database ${name}`)
  await first.destroy()
  return cluster.urlOf(name)
}

/** Software, monitors with their incidents, and ten backups of each site. */
async function seedRows({ pool }: Database): Promise<void> {
  await pool.query(`insert into monitors (site_id) select id from sites on conflict do nothing`)
  await pool.query(`insert into site_software (site_id, kind, slug, name, version, active)
    select id, 'plugin', 'plugin-' || (id * 31 + n * 67) % 2000 || '-' || n || '/plugin.php', 'Plugin ' || n, '2.1.' || id % 4, true
    from sites cross join generate_series(1, ${itemsPerSite}) as n`)
  await pool.query(`insert into site_backups (site_id, at, noted_at)
    select id, now() - n * interval '1 day', now() from sites cross join generate_series(1, ${backupsPerSite}) as n`)
  await pool.query(`insert into monitor_incidents (site_id, started_at, ended_at, ended_by, cause_code, cause, down_count)
    select id, now() - n * interval '9 days', now() - n * interval '8 days', 'up', 'status', 'The site answered 500.', 3
    from sites cross join generate_series(1, 10) as n`)
  await pool.query('vacuum analyze')
}

async function measureBackup(
  db: Database,
  { connectionString, folder, sites }: { connectionString: string; folder: string; sites: number },
): Promise<string[]> {
  const secrets = createSecrets(['the master key of the benchmark, long enough'])
  const keys = readBackupKeys('the backup key of the benchmark that is long enough')!
  const path = join(folder, 'fleet.backup')
  const common = { connection: { connectionString }, path, secrets, keys, sealed: sealedColumns }
  const memory = process.memoryUsage().rss
  const [summary, wrote] = await timed(() => writeBackup({ ...common, version: 'bench', clock: systemClock }))
  const { size } = await stat(path)
  const { rows } = await db.pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  const { createdAt, counts } = summary
  const [, restored] = await timed(() =>
    checkRestore({ ...common, checkId: 1, expected: { createdAt, rows: summary.rows, counts } }),
  )
  const grown = Math.max(0, process.memoryUsage().rss - memory)
  return [
    `backup of ${number(sites)} sites (${number(summary.rows)} rows, ${megabytes(rows[0]!.bytes)} in the database): ${seconds(wrote)}, ${megabytes(size)}`,
    `its restore check (read twice, restored, counted, one secret of each kind opened): ${seconds(restored)}; ${megabytes(grown)} of memory for both`,
  ]
}

const rowsPerTable = 2_000

/** Bytes of a row with its indexes, for every table that grows, with texts of 24 characters and JSON of 100. */
async function measureRows(cluster: EmbeddedDatabase): Promise<string[]> {
  const db = openDatabase({ connectionString: await createDatabase(cluster, 'rows'), statement_timeout: 0 })
  try {
    await migrate(db.pool)
    const client = await db.pool.connect()
    await client.query('set session_replication_role = replica')
    const tables = [...new Set(retentionRules.flatMap(({ table, cascadesTo = [] }) => [table, ...cascadesTo]))]
    const lines: string[] = []
    for (const table of [...tables, 'audit_lines'].sort()) {
      // The client of a pool has the methods of a client.
      const bytes = await measureTable(client as unknown as Client, table)
      lines.push(`a row of ${table}: ${bytes === null ? 'not measured' : `${bytes} bytes`}`)
    }
    client.release(true)
    return lines
  } finally {
    await db.destroy()
  }
}

async function measureTable(client: Client, table: string): Promise<number | null> {
  const name = escapeIdentifier(table)
  const { rows: checks } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
    [table],
  )
  for (const check of checks)
    await client.query(`alter table ${name} drop constraint if exists ${escapeIdentifier(check.name)}`)
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const values = columns.map(({ type }) => sampleOf(type))
  const list = columns.map((column) => escapeIdentifier(column.name)).join(', ')
  try {
    await client.query(
      `insert into ${name} (${list}) overriding system value select ${values.join(', ')} from generate_series(1, ${rowsPerTable}) as n`,
    )
  } catch (error) {
    console.error(table, String(error))
    return null
  }
  const { rows } = await client.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(relid))::bigint as bytes from pg_partition_tree($1::regclass)
     union all select pg_total_relation_size($1::regclass) order by 1 desc nulls last limit 1`,
    [table],
  )
  return Math.round((rows[0]?.bytes ?? 0) / rowsPerTable)
}

function sampleOf(type: string): string {
  if (type.endsWith('[]')) return `array[${sampleOf(type.slice(0, -2))}]`
  if (type.startsWith('timestamp')) return `now() - n * interval '1 minute'`
  if (type === 'date') return `current_date - n`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return 'n % 2 = 0'
  if (type === 'jsonb' || type === 'json') return `jsonb_build_object('text', repeat('x', 84), 'n', n)`
  // As measured: the packed checks of a day.
  if (type === 'bytea') return `convert_to(repeat(md5(n::text), 90), 'UTF8')`
  if (type === 'inet') return `'203.0.113.7'::inet`
  if (/int|numeric|double|real/.test(type)) return type === 'smallint' ? '(n % 1000)::smallint' : 'n'
  return `rpad('text ' || n, 24, 'x')`
}
