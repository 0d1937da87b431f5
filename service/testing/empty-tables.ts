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
  let question: Promise<string> | undefined
  return {
    async empty() {
      question ??= selectTablesWithRows(pool)
      // A named statement is planned once; planning takes much longer than running it.
      const which = { name: 'tables with rows', text: await question }
      const { rows } = await pool.query<{ name: string; bytes: number }>(which)
      // Several statements in one message are one transaction. Work that a test left running may still write.
      await retryOnDeadlock(() => pool.query(emptying(rows.map(({ name }) => name))))
      // A test with tens of thousands of rows must not slow down later ones.
      const large = rows.filter(({ bytes }) => bytes > 2 ** 20)
      if (large.length > 0) await pool.query(`vacuum ${large.map(({ name }) => name).join(', ')}`)
    },
    close: () => pool.end(),
  }
}

const emptying = (tables: string[]) => `
  ${tables.map((name) => `delete from ${name};`).join('\n')}
  select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where schemaname = 'public' and last_value is not null;
  update audit_head set seal = '';
  update data_versions set version = version + 1;
  delete from queue.job`

/** A statement that returns the names of the tables with rows. */
async function selectTablesWithRows(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all ($1)`,
    [platformTables],
  )
  return rows
    .map(
      ({ name }) => `select '${name}' as name, pg_relation_size('${name}') as bytes where exists (select from ${name})`,
    )
    .join(' union all ')
}
