import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { oldestMajor } from '../../platform/database/external-database.ts'
import { type AppliedMigration, allowsVersion, readMigrations } from '../../platform/database/migrate.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { findOverdueCalls } from '../../platform/queue/overdue-calls.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

export async function checkServer(db: Database): Promise<Finding[]> {
  const query = sql<{ version: string; number: number; encoding: string }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding`
  const { version, number, encoding } = oneRow(await queryRows(db, query))
  const findings = [ok('database', `PostgreSQL ${version}`)]
  if (number < oldestMajor * 10_000) {
    findings[0] = problem('database', `PostgreSQL ${version} is too old; ${oldestMajor} is the oldest that works.`)
  }
  if (encoding !== 'UTF8') {
    findings.push(
      problem('encoding', `The database uses ${encoding}. Create one with encoding UTF8 and restore a backup into it.`),
    )
  }
  return findings
}

/** Null for an empty database. */
export async function readAppliedMigrations(db: Database): Promise<AppliedMigration[] | null> {
  const tables = await queryRows(db, sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`)
  if (!oneRow(tables).there) return null
  // Through jsonb, because the table of 0.1.0 does not have the last column.
  const applied = await queryRows(
    db,
    sql<AppliedMigration>`select name, digest, to_jsonb(migrations) ->> 'oldest_code' as oldest_code from migrations`,
  )
  return applied.length === 0 ? null : applied
}

export async function checkMigrations(applied: AppliedMigration[]): Promise<Finding> {
  const expected = await readMigrations()
  const unknown = applied.filter(({ name }) => !expected.some((migration) => migration.name === name))
  const names = unknown.map(({ name }) => name).join(', ')
  if (!unknown.every((row) => allowsVersion(row))) {
    return problem(
      'layout',
      `A newer Flotilla created this database (${names}). Start that version, or restore a backup.`,
    )
  }
  const digests = new Map(applied.map(({ name, digest }) => [name, digest]))
  const changed = expected.find(({ name, digest }) => digests.has(name) && digests.get(name) !== digest)
  if (changed) return problem('layout', `${changed.name} differs from the applied file. Install Flotilla again.`)
  const missing = expected.filter(({ name }) => !digests.has(name)).length
  if (missing > 0) return warning('layout', `${missing} migrations are missing. The next start applies them.`)
  if (unknown.length > 0)
    return warning(
      'layout',
      `A newer Flotilla changed this database (${names}). This version may use it; upgrade soon.`,
    )
  return ok('layout', `up to date (${expected.at(-1)?.name})`)
}

export async function checkClock(db: Database, clock: Clock): Promise<Finding> {
  const before = clock.now().getTime()
  const rows = await queryRows(db, sql<{ at: Date }>`select clock_timestamp() as at`)
  const after = clock.now().getTime()
  const there = oneRow(rows).at.getTime()
  const seconds = Math.round(Math.max(before - there, there - after, 0) / 1000)
  if (seconds <= 2) return ok('clock', 'agrees with the database')
  const text = `The clocks of this machine and of the database are ${seconds} seconds apart. Set both by NTP.`
  return seconds > 60 ? problem('clock', text) : warning('clock', text)
}

export async function checkQueue(db: Database): Promise<Finding[]> {
  const calls = await findOverdueCalls(db)
  if (!calls) return [warning('queue', 'There is no queue yet; the first start creates it.')]
  const findings: Finding[] = []
  if (calls.overdue > 0) {
    findings.push(
      warning(
        'queue',
        `${calls.overdue} calls are overdue by more than ten minutes. Is a worker running (ROLE all or worker)?`,
      ),
    )
  }
  if (calls.dead > 0)
    findings.push(warning('queue', `${calls.dead} calls failed permanently; the log of the workers has the reasons.`))
  return findings.length > 0 ? findings : [ok('queue', 'no overdue calls')]
}
