import { type Insertable, sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'
import type { ClientTable } from './client-store.ts'
import { findFieldIdsByName, insertField } from './custom-field-store.ts'

/** Ids by e-mail address in small letters. */
export async function findClientIdsByEmail(db: Db, emails: readonly string[]): Promise<Map<string, number>> {
  const rows = await queryRows(
    db,
    sql<{ id: number; email_key: string }>`select id, email_key from clients
      where email_key = any (select lower(given) from unnest(${emails}::text[]) as given)`,
  )
  return new Map(rows.map(({ id, email_key }) => [email_key, id]))
}

export const listClientIds = (db: Db, ids: readonly number[]): Promise<{ id: number }[]> =>
  queryRows(db, sql<{ id: number }>`select id from clients where id = any (${ids}::bigint[])`)

/** Clients of another dashboard, with the ids that are reserved for them here. */
export async function insertImportedClients(trx: Db, clients: readonly Insertable<ClientTable>[]): Promise<void> {
  if (clients.length > 0)
    await trx
      .insertInto('clients')
      .values([...clients])
      .execute()
}

/** Adds the fields that do not exist yet. Returns ids by name as given. */
export async function addClientFields(
  trx: Db,
  fields: readonly { name: string; description: string }[],
  now: Date,
): Promise<Map<string, number>> {
  for (const field of fields) await insertField(trx, field, now)
  return findFieldIdsByName(
    trx,
    fields.map(({ name }) => name),
  )
}

/** Values that the client has already stay. */
export async function insertImportedValues(
  trx: Db,
  values: readonly { clientId: number; fieldId: number; value: string }[],
): Promise<void> {
  await sql`insert into client_field_values (client_id, field_id, value)
    select client_id, field_id, value from jsonb_to_recordset(${JSON.stringify(
      values.map(({ clientId, fieldId, value }) => ({ client_id: clientId, field_id: fieldId, value })),
    )}::jsonb) as given (client_id bigint, field_id bigint, value text)
    on conflict do nothing`.execute(trx)
}
