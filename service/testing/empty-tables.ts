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
      question ??= selectTables(pool)
      // A named statement is planned once; planning takes much longer than running it.
      const which = { name: 'tables with rows', text: await question }
      const { rows } = await pool.query<{ name: string; has_rows: boolean; is_large: boolean }>(which)
      const withRows = rows.filter(({ has_rows }) => has_rows)
      // Several statements in one message are one transaction. Work that a test left running may still write.
      await retryOnDeadlock(() => pool.query(emptying(withRows.map(({ name }) => name))))
      // A test with tens of thousands of rows must not slow down later ones, also if it deleted them itself.
      const large = rows.filter(({ is_large }) => is_large)
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

/** A statement that returns the tables with rows and the large ones. */
async function selectTables(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string; relkind: string }>(
    `select quote_ident(relname) as name, relkind from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all ($1)`,
    [platformTables],
  )
  const tables = rows.map(({ name, relkind }) => {
    const partitions = `(select sum(pg_relation_size(relid)) from pg_partition_tree('${name}'))`
    const size = relkind === 'p' ? partitions : `pg_relation_size('${name}')`
    return `select '${name}' as name, exists (select from ${name}) as has_rows, ${size} > 1024 * 1024 as is_large`
  })
  return `select * from (${tables.join(' union all ')}) as tables where has_rows or is_large`
}
