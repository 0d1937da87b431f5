import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { fieldNotFound, fieldTaken } from './client-errors.ts'
import type { FieldRef } from './custom-field.ts'

export interface FieldRow {
  id: number
  name: string
  description: string
}

const shown = ['id', 'name', 'description'] as const

export async function requireField(db: Db, ref: FieldRef, { lock = false } = {}): Promise<FieldRow> {
  const query = db.selectFrom('client_fields').select(shown)
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

export async function listFields(db: Db, { search, include, exclude }: FieldFilter, page: number, perPage: number) {
  let query = db.selectFrom('client_fields')
  // strpos rather than LIKE: a % in the search is a %.
  if (search !== '') query = query.where(sql<boolean>`strpos(name_key, lower(${search})) > 0`)
  if (include.length > 0) query = query.where(sql<boolean>`id = any (${include}::bigint[])`)
  if (exclude.length > 0) query = query.where(sql<boolean>`id <> all (${exclude}::bigint[])`)
  const { total } = await query.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const fields = await query
    .select(shown)
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
    .returning(shown)
    .executeTakeFirst()
}

export async function updateField(db: Db, id: number, changes: Partial<Omit<FieldRow, 'id'>>): Promise<FieldRow> {
  try {
    const field = await db
      .updateTable('client_fields')
      .set(changes)
      .where('id', '=', id)
      .returning(shown)
      .executeTakeFirst()
    if (!field) throw fieldNotFound(id)
    return field
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw fieldTaken(changes.name ?? '')
    throw error
  }
}

/** For dry runs; whoever really writes is told by the database. */
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
