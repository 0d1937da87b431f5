import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { codeOf } from '../../platform/error-facts.ts'
import { fieldNotFound, fieldTaken } from './client-errors.ts'
import type { FieldRef } from './custom-field.ts'

export interface FieldRow {
  id: number
  name: string
  description: string
}

const fieldColumns = ['id', 'name', 'description'] as const

export async function requireField(db: Db, ref: FieldRef, { lock = false } = {}): Promise<FieldRow> {
  const query = db.selectFrom('client_fields').select(fieldColumns)
  const found =
    typeof ref === 'number' || /^\d{1,15}$/.test(ref)
      ? query.where('id', '=', Number(ref))
      : query.where('name_key', '=', sql<string>`lower(${ref.trim()})`)
  const field = await (lock ? found.forUpdate() : found).executeTakeFirst()
  if (!field) throw fieldNotFound(ref)
  return field
}

export interface FieldFilter {
  search: string
  include: number[]
  exclude: number[]
}

export async function listCustomFields(
  db: Db,
  { search, include, exclude }: FieldFilter,
  page: number,
  perPage: number,
) {
  let query = db.selectFrom('client_fields')
  // strpos instead of LIKE, so that % and _ have no special meaning.
  if (search !== '') query = query.where(sql<boolean>`strpos(name_key, lower(${search})) > 0`)
  if (include.length > 0) query = query.where(sql<boolean>`id = any (${include}::bigint[])`)
  if (exclude.length > 0) query = query.where(sql<boolean>`id <> all (${exclude}::bigint[])`)
  const { total } = await query.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const fields = await query
    .select(fieldColumns)
    .orderBy('name_key')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { fields, total }
}

export async function insertField(
  db: Db,
  { name, description }: Omit<FieldRow, 'id'>,
  now: Date,
): Promise<FieldRow | undefined> {
  return db
    .insertInto('client_fields')
    .values({ name, description, created_at: now })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning(fieldColumns)
    .executeTakeFirst()
}

export async function updateField(db: Db, id: number, changes: Partial<Omit<FieldRow, 'id'>>): Promise<FieldRow> {
  try {
    const field = await db
      .updateTable('client_fields')
      .set(changes)
      .where('id', '=', id)
      .returning(fieldColumns)
      .executeTakeFirst()
    if (!field) throw fieldNotFound(id)
    return field
  } catch (error) {
    if (codeOf(error) === '23505') throw fieldTaken(changes.name ?? '')
    throw error
  }
}

/** For dry runs; real writes get the error from the unique index. */
export async function requireFreeFieldName(db: Db, name: string, exceptId = 0): Promise<void> {
  const other = await db
    .selectFrom('client_fields')
    .select('id')
    .where('name_key', '=', sql<string>`lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  if (other) throw fieldTaken(name)
}

export async function deleteField(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('client_fields').where('id', '=', id).execute()
}

export async function countClientsWithField(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('client_field_values')
    .select((counted) => counted.fn.countAll<number>().as('count'))
    .where('field_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Ids of the fields with these names; `lock` keeps them from being deleted until the transaction ends. */
export async function findFieldIdsByName(db: Db, names: string[], { lock = false } = {}): Promise<Map<string, number>> {
  const query = sql<{ given: string; id: number }>`
    select given.name as given, client_fields.id
    from unnest(${names}::text[]) as given (name) join client_fields on client_fields.name_key = lower(given.name)
    order by client_fields.id ${sql.raw(lock ? 'for key share of client_fields' : '')}`
  const { rows } = await query.execute(db)
  return new Map(rows.map(({ given, id }) => [given, id]))
}

/** Up to 50 names, for an error message. */
export async function listSomeFieldNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('client_fields').select('name').orderBy('name_key').limit(50).execute()
  return rows.map(({ name }) => name)
}

/** Deletes empty values and upserts the others. */
export async function upsertCustomValues(trx: Db, clientId: number, values: Map<number, string>): Promise<void> {
  const cleared = [...values].filter(([, value]) => value === '').map(([id]) => id)
  const present = [...values].filter(([, value]) => value !== '')
  if (cleared.length > 0) {
    await trx
      .deleteFrom('client_field_values')
      .where('client_id', '=', clientId)
      .where(sql<boolean>`field_id = any (${cleared}::bigint[])`)
      .execute()
  }
  if (present.length > 0) {
    await trx
      .insertInto('client_field_values')
      .values(present.map(([field_id, value]) => ({ client_id: clientId, field_id, value })))
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'field_id']).doUpdateSet((given) => ({ value: given.ref('excluded.value') })),
      )
      .execute()
  }
}
