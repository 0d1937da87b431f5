import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { isAtLeast, version } from '../../version.ts'
import { codeOf, messageOf } from '../error-facts.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { createIndexes, longestIndexWait, readIndexStatements } from './create-indexes.ts'
import { oneRow } from './one-row.ts'

const folder = new URL('./migrations/', import.meta.url)

/** A statement that waits for a lock blocks every later query on the table; after this time it fails. */
const lockTimeoutSeconds = 5
const lockPauseMs = 100

export interface Migration {
  name: string
  sql: string
  digest: string
  /** The oldest Flotilla that may run on the database afterwards; without it, only those that know the migration. */
  oldestCode?: string | undefined
}

export interface MigrateOptions {
  /** By default those of this version. */
  migrations?: Migration[]
  codeVersion?: string
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return {
        name: name.replace(/\.sql$/, ''),
        sql,
        digest: createHash('sha256').update(sql).digest('hex'),
        oldestCode: readOldestCode(sql),
      }
    }),
  )
}

/** The declaration on a migration's first line: `-- oldest-code: 0.2.0`. */
export function readOldestCode(sql: string): string | undefined {
  const [firstLine = ''] = sql.split('\n', 1)
  return /^-- oldest-code: (\d+\.\d+\.\d+)$/m.exec(firstLine)?.[1]
}

/**
 * Applies all migrations, each in its own transaction; processes that start together wait for each other. A migration that only
 * creates indexes lets others write meanwhile, except in a new database.
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = await readMigrations(), codeVersion = version } = options
  const client = await pool.connect()
  try {
    // A migration takes as long as there is data, and other processes wait for it.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await lockMigrations(client)
    await createMigrationsTable(client)
    const { rows } = await client.query<AppliedMigration>('select name, digest, oldest_code from migrations')
    refuseOtherHistory(rows, migrations, codeVersion)
    const applied = new Set(rows.map(({ name }) => name))
    const done: string[] = []
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      await applyMigration(client, migration, { isNewDatabase: applied.size === 0 })
      done.push(migration.name)
    }
    return done
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migration]).catch(() => {})
    await client.query('reset statement_timeout; reset lock_timeout').catch(() => {})
    client.release()
  }
}

async function createMigrationsTable(client: ClientBase): Promise<void> {
  await client.query(`create table if not exists migrations (
    name text primary key, digest text not null, applied_at timestamptz not null default now(), oldest_code text)`)
  // 0.1.0 created the table without the last column. The check avoids an exclusive lock at every start.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'oldest_code' and not attisdropped`,
  )
  if (rowCount === 0) await client.query('alter table migrations add column oldest_code text')
}

/** Asks again and again: a call that waits in the database would in turn be waited for by the creation of an index. */
async function lockMigrations(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      advisoryLocks.migration,
    ])
    if (oneRow(rows).free) return
    await pause(lockPauseMs)
  }
}

async function applyMigration(
  client: ClientBase,
  migration: Migration,
  { isNewDatabase }: { isNewDatabase: boolean },
): Promise<void> {
  const indexes = isNewDatabase ? null : readIndexStatements(migration.sql)
  try {
    if (indexes) await createIndexes(client, indexes)
    await client.query('begin')
    await client.query(`set local lock_timeout = '${lockTimeoutSeconds}s'`)
    if (!indexes) await client.query(migration.sql)
    await recordMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${describeFailure(error, indexes !== null)}`, { cause: error })
  }
}

function describeFailure(error: unknown, isConcurrent: boolean): string {
  if (codeOf(error) !== '55P03') return messageOf(error)
  return isConcurrent
    ? `a transaction of another program did not end for ${longestIndexWait}. End it (see pg_stat_activity) and start again.`
    : `another process held a lock on its tables for ${lockTimeoutSeconds} seconds. Nothing was changed; start again.`
}

export async function recordMigration(client: ClientBase, migration: Migration): Promise<void> {
  await client.query('insert into migrations (name, digest, oldest_code) values ($1, $2, $3)', [
    migration.name,
    migration.digest,
    migration.oldestCode ?? null,
  ])
}

export interface AppliedMigration {
  name: string
  digest: string
  oldest_code: string | null
}

/** A database of a newer Flotilla may be used if each of its newer migrations allows this version. */
export const allowsVersion = ({ oldest_code }: AppliedMigration, codeVersion = version) =>
  oldest_code !== null && isAtLeast(codeVersion, oldest_code)

function refuseOtherHistory(applied: AppliedMigration[], known: Migration[], codeVersion: string): void {
  for (const row of applied) {
    const migration = known.find(({ name }) => name === row.name)
    if (!migration && !allowsVersion(row, codeVersion)) {
      const needed = row.oldest_code ? `needs Flotilla ${row.oldest_code} or newer` : 'is unknown to this version'
      throw new Error(
        `The database was made by a newer Flotilla (migration ${row.name} ${needed}; this is ${codeVersion}). ` +
          'Start that version, or restore a backup.',
      )
    }
    if (migration && migration.digest !== row.digest) {
      throw new Error(
        `Migration ${row.name} was changed after it had been applied. Migrations are never edited; add a new one.`,
      )
    }
  }
}
