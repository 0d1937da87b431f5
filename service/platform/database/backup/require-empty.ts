import type { ClientBase } from 'pg'
import { BackupError } from './format.ts'

/** A backup is restored into an empty database only: nothing is mixed or overwritten. */
export async function requireEmptyDatabase(client: Pick<ClientBase, 'query'>): Promise<void> {
  // `queue`: remaining calls of an earlier installation would run on the restored data.
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (current_schema(), 'queue') and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`)
  const others = rows.filter(({ name }) => name !== 'migrations')
  if (others.length === 0 && rows.length > 0) {
    // Created by an earlier attempt that did not finish.
    const migrations = await client.query('select from migrations limit 1')
    if (migrations.rowCount === 0) return
  }
  if (rows.length > 0) {
    throw new BackupError(
      'The database is not empty; a backup is restored only into an empty one. Stop Flotilla, then: with the embedded database move ' +
        'the folder DATA_DIR/postgres away; with your own PostgreSQL create a new database and name it in DATABASE_URL. Then restore again.',
    )
  }
}
