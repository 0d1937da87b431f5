import type { Client } from 'pg'
import { oneRow } from '../one-row.ts'
import { findKeyIds, type SealedColumn } from '../sealed-columns.ts'
import { copyTimeLimits } from '../time-limits.ts'
import { BackupError, type BackupHeader } from './format.ts'

const settings = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = ${copyTimeLimits.statement_timeout};
  set local lock_timeout = ${copyTimeLimits.lock_timeout};
  set local idle_in_transaction_session_timeout = 0`

/** Values are written and read the same way with any settings of the server or role; and a long copy has no timeout. */
export async function useCopySettings(client: Client): Promise<void> {
  await client.query(settings)
}

/** All later reads see one moment, while others continue to write. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await useCopySettings(client)
}

export type Snapshot = Omit<BackupHeader, 'flotilla_backup' | 'created_at' | 'flotilla'>

/** The content of the snapshot except the rows. */
export async function describeSnapshot(client: Client, sealed: readonly SealedColumn[]): Promise<Snapshot> {
  const tables = await readTables(client)
  if (!tables.some(({ name }) => name === 'migrations')) {
    throw new BackupError('There is nothing to back up: this database is not one of Flotilla, or it was never started.')
  }
  // A migration that starts now waits until the rows are read.
  await client.query(
    `lock table ${tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')} in access share mode`,
  )
  const version = await client.query<{ server_version: string }>('show server_version')
  const migrations = await client.query<{ name: string; digest: string }>(
    'select name, digest from migrations order by name',
  )
  const sequences = await client.query<{ name: string; last_value: string }>(`
    select sequencename as name, last_value::text from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`)
  return {
    postgres: oneRow(version.rows).server_version,
    migrations: migrations.rows,
    tables,
    sequences: sequences.rows,
    sealed_under: await findKeyIds(client, sealed),
  }
}

/** Our tables with their stored columns: generated columns are computed again. */
async function readTables(client: Client): Promise<BackupHeader['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    group by c.relname order by c.relname`)
  return rows
}
