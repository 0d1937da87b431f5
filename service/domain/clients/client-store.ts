import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { ClientRef } from './client.ts'
import { clientNotFound, emailTaken } from './client-errors.ts'
import type { ClientTable } from './client-table.ts'

/** With the sites that the caller may see, and the values of custom fields by name. */
export type ClientRow = Selectable<ClientTable> & { sites_count: number; custom_fields: Record<string, string> }

const single = (by: 'id' | 'email', limited: boolean) =>
  statement<ClientRow>(
    `client-by-${by}${limited ? '-limited' : ''}`,
    `select clients.*,
       (select count(*) from sites where sites.client_id = clients.id
        ${limited ? `and ${visibleSitesSql('sites', 2, 3)}` : ''}) as sites_count,
       coalesce((select json_object_agg(client_fields.name, client_field_values.value order by client_fields.name_key)
        from client_field_values join client_fields on client_fields.id = client_field_values.field_id
        where client_field_values.client_id = clients.id), '{}') as custom_fields
     from clients where ${by === 'id' ? 'id = $1' : 'email_key = lower($1)'}`,
  )

/** The client of that number or e-mail address, also where the caller may see none of its sites. */
export async function findClient(db: Database, ref: ClientRef, limits: Limits | null): Promise<ClientRow | undefined> {
  const isId = typeof ref === 'number' || /^\d{1,15}$/.test(ref)
  const values = [isId ? Number(ref) : String(ref).trim(), ...(limits ? limitValues(limits) : [])]
  return (await db.fetch(single(isId ? 'id' : 'email', limits !== null), values))[0]
}

/** Waits for others who change this client or give it a site, and keeps them out until the transaction ends. */
export async function lockClient(trx: Db, id: number): Promise<Pick<ClientRow, 'id' | 'name' | 'email' | 'status'>> {
  // The full lock, because the weaker one of an ordinary update lets foreign keys through, hence new sites.
  const client = await trx
    .selectFrom('clients')
    .select(['id', 'name', 'email', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!client) throw clientNotFound(id)
  return client
}

export async function insertClient(trx: Db, values: Insertable<ClientTable>): Promise<number> {
  const inserted = await trx
    .insertInto('clients')
    .values(values)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw emailTaken(values.email ?? '')
  return inserted.id
}

export async function updateClientRow(trx: Db, id: number, values: Updateable<ClientTable>): Promise<void> {
  try {
    await trx.updateTable('clients').set(values).where('id', '=', id).execute()
  } catch (error) {
    if (isDuplicate(error)) throw emailTaken(values.email ?? '')
    throw error
  }
}

/** Its sites lose it through their foreign key. */
export async function deleteClientRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('clients').where('id', '=', id).execute()
}

/** For dry runs; whoever really writes is told by the database. */
export async function requireFreeEmail(db: Db, email: string | null | undefined, exceptId = 0): Promise<void> {
  if (!email) return
  const other = await db
    .selectFrom('clients')
    .select('id')
    .where('email_key', '=', sql<string>`lower(${email})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  if (other) throw emailTaken(email)
}

const isDuplicate = (error: unknown) => (error as { code?: string }).code === '23505'
