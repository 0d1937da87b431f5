import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

const folder = new URL('./migrations/', import.meta.url)

// Any number will do as long as nothing else in this database uses it.
const lockNumber = 870_087

export interface Migration {
  name: string
  sql: string
  digest: string
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name: name.replace(/\.sql$/, ''), sql, digest: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Brings the database up to date, each step in a transaction of its own; processes that start together take turns. */
export async function migrate(pool: Pool, migrations?: Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations())
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await client.query(`create table if not exists migrations (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; digest: string }>('select name, digest from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.digest]))
    refuseUnknown(applied, wanted)
    const done: string[] = []
    for (const migration of wanted) {
      if (applied.has(migration.name)) continue
      await client.query('begin')
      try {
        await client.query(migration.sql)
        await client.query('insert into migrations (name, digest) values ($1, $2)', [migration.name, migration.digest])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
      }
      done.push(migration.name)
    }
    return done
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumber]).catch(() => {})
    client.release()
  }
}

function refuseUnknown(applied: Map<string, string>, wanted: Migration[]) {
  for (const [name, digest] of applied) {
    const migration = wanted.find((candidate) => candidate.name === name)
    if (!migration) {
      throw new Error(
        `The database was made by a newer Flotilla (migration ${name}). Start that version, or restore a backup.`,
      )
    }
    if (migration.digest !== digest) {
      throw new Error(
        `Migration ${name} was changed after it had been applied. Migrations are never edited; add a new one.`,
      )
    }
  }
}
