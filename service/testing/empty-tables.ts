import { Pool } from 'pg'
import { retryOnDeadlock } from '../platform/database/retry-on-deadlock.ts'

/** Tables with the initial state of a new database. */
const platformTables = ['migrations', 'audit_head', 'data_versions', 'instance_secrets']

export interface Emptier {
  /**
   * Restores the state after the migrations. Most tests write to few tables: only those are emptied, which is much faster than
   * truncating all, and ids start at 1 again.
   */
  empty(): Promise<void>
  close(): Promise<void>
}

/**
 * Uses its own connection without foreign key checks and triggers: all rows are deleted anyway.
 * Switching that on the service's connections would discard the plans of all their statements.
 */
export function createEmptier(connectionString: string): Emptier {
  const pool = new Pool({ connectionString, max: 1, options: '-c session_replication_role=replica' })
  // The database may be dropped while the connection closes; the listener prevents that from ending the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  let tables: Promise<string[]> | undefined
  let sequences: Promise<number[]> | undefined
  let question = ''
  let resets = 0
  return {
    async empty() {
      tables ??= listTables(pool)
      const all = await tables
      question ||= selectWithRows(all)
      // Named statements are planned once; planning takes much longer than running them.
      const { rows } = await pool.query<{ names: string[] }>({ name: 'tables with rows', text: question })
      const names = rows[0]?.names ?? []
      // A test with tens of thousands of rows must not slow down later ones. Few tests delete so many themselves.
      const checked = resets++ % 10 === 0 ? all : names
      const sizes = { name: 'large tables', text: selectLarge, values: [checked] }
      const { rows: large } = await pool.query<{ name: string }>(sizes)
      // Several statements in one message are one transaction. Work that a test left running may still write.
      await retryOnDeadlock(() => pool.query(emptying(names)))
      sequences ??= listSequences(pool)
      await pool.query({ name: 'sequences', text: restartSequences, values: [await sequences] })
      if (large.length > 0) await pool.query(`vacuum ${large.map(({ name }) => name).join(', ')}`)
    },
    close: () => pool.end(),
  }
}

const emptying = (tables: string[]) => `
  ${tables.map((name) => `delete from ${name};`).join('\n')}
  update audit_head set seal = '';
  update data_versions set version = version + 1;
  delete from queue.job`

/** By their ids: finding them in the catalogue for each test takes longer. */
const restartSequences = `
  select setval(id, 1, false) from unnest($1::oid[]) as id where pg_sequence_last_value(id) is not null`

const selectWithRows = (tables: string[]) => `
  select array_remove(array[${tables.map((name) => `case when exists (select from ${name}) then '${name}' end`)}], null) as names`

/** Of `$1`; the rows of a partitioned table are in its partitions. */
const selectLarge = `
  select name from unnest($1::text[]) as name where pg_relation_size(name)
    + coalesce((select sum(pg_relation_size(relid)) from pg_partition_tree(name)), 0) > 1024 * 1024`

async function listTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all ($1)`,
    [platformTables],
  )
  return rows.map(({ name }) => name)
}

/** All of them start at 1. */
async function listSequences(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select seqrelid as id from pg_sequence join pg_class on pg_class.oid = seqrelid
     where relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ id }) => id)
}
