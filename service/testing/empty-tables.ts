import { Pool } from 'pg'
import { againWhenVictim } from '../platform/database/deadlock.ts'

/** Tables that hold the ground state of a new database rather than anybody's data. */
const platformTables = ['migrations', 'audit_head', 'data_versions', 'instance_secrets']

export interface Emptier {
  /**
   * As after the migrations. Most tests write to a handful of the tables: only those are emptied, which is many times
   * faster than truncating all, and the numbers begin at 1 again.
   */
  empty(): Promise<void>
  close(): Promise<void>
}

/**
 * On a connection of its own, for which foreign keys and triggers do not count: rows that all go need not be looked at.
 * Switching that on and off on the service's connections would make them forget the plans of all their statements.
 */
export function createEmptier(connectionString: string): Emptier {
  const pool = new Pool({ connectionString, max: 1, options: '-c session_replication_role=replica' })
  // Its database may be dropped while the connection is on its way out; a listener keeps that from ending the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  let question: Promise<string> | undefined
  return {
    async empty() {
      question ??= questionWhichHaveRows(pool)
      // By name, so that it is planned once: that takes many times as long as answering it.
      const which = { name: 'tables with rows', text: await question }
      const { rows } = await pool.query<{ name: string; bytes: number }>(which)
      // Several statements in one message are one transaction. What a test left running may still be writing.
      await againWhenVictim(() => pool.query(emptying(rows.map(({ name }) => name))))
      // A test with tens of thousands of rows must not slow down those after it.
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

/** One statement that answers the names of the tables with rows in them. */
async function questionWhichHaveRows(pool: Pool): Promise<string> {
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
