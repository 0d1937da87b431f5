import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Ids of the fields with these names; with `lock` none of them can be deleted until the transaction ends. */
export async function fieldIdsByName(db: Db, names: string[], { lock = false } = {}): Promise<Map<string, number>> {
  const query = sql<{ given: string; id: number }>`
    select given.name as given, client_fields.id
    from unnest(${names}::text[]) as given (name) join client_fields on client_fields.name_key = lower(given.name)
    order by client_fields.id ${sql.raw(lock ? 'for key share of client_fields' : '')}`
  const { rows } = await query.execute(db)
  return new Map(rows.map(({ given, id }) => [given, id]))
}

/** A few names for an error message: whoever has more fields than this reads their list. */
export async function someFieldNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('client_fields').select('name').orderBy('name_key').limit(50).execute()
  return rows.map(({ name }) => name)
}

/** Empty values are taken away; others replace what was there. */
export async function storeValues(trx: Db, clientId: number, values: Map<number, string>): Promise<void> {
  const cleared = [...values].filter(([, value]) => value === '').map(([id]) => id)
  const kept = [...values].filter(([, value]) => value !== '')
  if (cleared.length > 0) {
    await trx
      .deleteFrom('client_field_values')
      .where('client_id', '=', clientId)
      .where(sql<boolean>`field_id = any (${cleared}::bigint[])`)
      .execute()
  }
  if (kept.length > 0) {
    await trx
      .insertInto('client_field_values')
      .values(kept.map(([field_id, value]) => ({ client_id: clientId, field_id, value })))
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'field_id']).doUpdateSet((given) => ({ value: given.ref('excluded.value') })),
      )
      .execute()
  }
}
