import type { Database } from '../platform/database/database.ts'
import { againWhenVictim } from '../platform/database/deadlock.ts'

/** Tables that hold the ground state of a new database rather than anybody's data. */
const groundTables = ['migrations', 'audit_head', 'data_versions', 'instance_secrets']

const questions = new WeakMap<Database, Promise<string>>()

/**
 * As after the migrations. Most tests write to a handful of the tables: only those are emptied, which is many times faster
 * than truncating all, and the numbers begin at 1 again.
 */
export async function emptyTables(db: Database): Promise<void> {
  if (!questions.has(db)) questions.set(db, questionWhichHaveRows(db))
  const { rows } = await db.pool.query<{ name: string; bytes: number }>(await questions.get(db)!)
  // Several statements in one message are one transaction; foreign keys and triggers need not look at rows that all go.
  const emptying = `set local session_replication_role = replica;
    ${rows.map(({ name }) => `delete from ${name};`).join('\n')}
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where schemaname = 'public' and last_value is not null;
    update audit_head set seal = '';
    update data_versions set version = version + 1;
    delete from queue.job`
  // What a test left running may still be writing.
  await againWhenVictim(() => db.pool.query(emptying))
  // A test with tens of thousands of rows must not slow down those after it.
  const large = rows.filter(({ bytes }) => bytes > 2 ** 20)
  if (large.length > 0) await db.pool.query(`vacuum ${large.map(({ name }) => name).join(', ')}`)
}

/** One statement that answers the names of the tables with rows in them. */
async function questionWhichHaveRows(db: Database): Promise<string> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all ($1)`,
    [groundTables],
  )
  return rows
    .map(
      ({ name }) => `select '${name}' as name, pg_relation_size('${name}') as bytes where exists (select from ${name})`,
    )
    .join(' union all ')
}
