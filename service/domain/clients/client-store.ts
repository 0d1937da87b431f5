import { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { exportPageSql, pagesById } from '../../platform/database/export-pages.ts'
import { fetchPage, fetchTotal, type Listing } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { ClientRef, clientStatuses } from './client.ts'
import { clientNotFound, emailTaken } from './client-errors.ts'

export interface ClientTable {
  id: Generated<number>
  name: string
  email: string | null
  email_key: ColumnType<string | null, never, never>
  phone: Generated<string>
  address_1: Generated<string>
  address_2: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  country: Generated<string>
  note: Generated<string>
  facebook: Generated<string>
  twitter: Generated<string>
  instagram: Generated<string>
  linkedin: Generated<string>
  status: Generated<(typeof clientStatuses)[number]>
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    clients: ClientTable
    client_fields: {
      id: Generated<number>
      name: string
      name_key: ColumnType<string, never, never>
      description: Generated<string>
      created_at: Date
    }
    client_field_values: { client_id: number; field_id: number; value: string }
  }
}

/** With the number of sites that the caller may see, and the custom fields by name. */
export type ClientRow = Selectable<ClientTable> & { sites_count: number; custom_fields: Record<string, string> }

const clientStatement = (by: 'id' | 'email', limited: boolean) =>
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

/** Finds a client by id or e-mail address, even if the caller may see none of its sites. */
export async function findClient(db: Database, ref: ClientRef, limits: Limits | null): Promise<ClientRow | undefined> {
  const isId = typeof ref === 'number' || /^\d{1,15}$/.test(ref)
  const values = [isId ? Number(ref) : String(ref).trim(), ...limitValues(limits)]
  return (await db.fetch(clientStatement(isId ? 'id' : 'email', limits !== null), values))[0]
}

/** Locks the client until the transaction ends: no other call changes it or gives it a site. */
export async function lockClient(trx: Db, id: number): Promise<Pick<ClientRow, 'id' | 'name' | 'email' | 'status'>> {
  // FOR UPDATE, because a weaker lock allows new foreign keys, hence new sites.
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

/** The foreign key clears client_id of its sites. */
export async function deleteClientRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('clients').where('id', '=', id).execute()
}

/** For dry runs; real writes get the error from the unique index. */
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

export interface ClientListFilter {
  status: (typeof clientStatuses)[number] | 'any'
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
}

export const clientOrders = { name: 'lower(name)', email: 'email_key', created_at: 'created_at', id: 'id' } as const
export interface ClientPage {
  page: number
  perPage: number
  orderBy: keyof typeof clientOrders
  order: 'asc' | 'desc'
}

export type ListedClient = Pick<ClientRow, 'id' | 'name' | 'email' | 'phone' | 'status' | 'sites_count' | 'created_at'>

/** The condition for the limits is first, because the count of sites per row uses its parameter numbers. */
function conditionsOf({ status, search, include, exclude, limits }: ClientListFilter): Conditions {
  const conditions = new Conditions()
  if (limits) {
    conditions.add(
      'l',
      (a, b) => `id in (select client_id from sites where ${visibleSitesSql('sites', a!, b!)})`,
      ...limitValues(limits),
    )
  }
  if (status !== 'any') conditions.add('s', (at) => `status = $${at}`, status)
  if (search !== '') {
    conditions.add(
      'q',
      (at) => `(lower(name) || ' ' || lower(coalesce(email, ''))) like lower($${at})`,
      containing(search),
    )
  }
  if (include.length > 0) conditions.add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) conditions.add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return conditions
}

function listingOf({ orderBy, order }: Pick<ClientPage, 'orderBy' | 'order'>, limits: Limits | null): Listing {
  return {
    name: `clients-${orderBy}-${order}`,
    columns: 'id, name, email, phone, status, created_at',
    from: 'clients',
    orderBy: `${clientOrders[orderBy]} ${order}, id ${order}`,
    perRow: `(select count(*) from sites where sites.client_id = page.id
      ${limits ? `and ${visibleSitesSql('sites', 1, 2)}` : ''}) as sites_count`,
    // The clients that a limited key sees also depend on their sites.
    versions: limits ? ['clients', 'sites'] : ['clients'],
  }
}

export function listClientRows(
  db: Database,
  filter: ClientListFilter,
  page: ClientPage,
): Promise<{ rows: ListedClient[]; total: number }> {
  return fetchPage(db, listingOf(page, filter.limits), conditionsOf(filter), page)
}

export function countClientRows(db: Database, filter: ClientListFilter): Promise<number> {
  return fetchTotal(db, listingOf({ orderBy: 'name', order: 'asc' }, filter.limits), conditionsOf(filter))
}

export type FoundClient = Pick<ClientRow, 'id' | 'name' | 'email' | 'status'>

const visible = (a?: number, b?: number) =>
  `id in (select client_id from sites where ${visibleSitesSql('sites', a!, b!)})`

/** Clients for a search box: names that start with the term first. */
export function findClientsBySearch(
  db: Database,
  search: string,
  limits: Limits | null,
  most: number,
): Promise<FoundClient[]> {
  const term = search.toLowerCase()
  const conditions = new Conditions()
  conditions.add('q', (at) => `(lower(name) || ' ' || lower(coalesce(email, ''))) like $${at}`, containing(term))
  if (limits) conditions.add('l', visible, ...limitValues(limits))
  const { letters, sql, values } = conditions
  const at = values.length
  return db.fetch(
    statement<FoundClient>(
      `find-clients-${letters}`,
      `select id, name, email, status from clients where ${sql}
       order by not starts_with(lower(name), $${at + 1}), lower(name), id limit $${at + 2}`,
    ),
    [...values, term, most],
  )
}

const anyClient = statement<{ known: boolean }>('any-client', 'select exists (select from clients) as known')
export const hasClients = async (db: Database): Promise<boolean> => (await db.fetch(anyClient))[0]!.known

/** A client with the addresses of its sites and its custom fields by name. */
export type ExportedClient = Selectable<ClientTable> & { site_urls: string[]; custom_fields: Record<string, string> }

const seen = (limited: boolean, at: number) => (limited ? `and ${visibleSitesSql('sites', at, at + 1)}` : '')

const exported = (limited: boolean) =>
  statement<ExportedClient>(
    `clients-export${limited ? '-limited' : ''}`,
    `with ${exportPageSql({
      table: 'clients',
      bytes: `octet_length(note) + 60 * (select count(*) from sites where sites.client_id = clients.id)
        + coalesce((select sum(octet_length(value)) from client_field_values where client_id = clients.id), 0)`,
      where: limited ? `exists (select from sites where sites.client_id = clients.id ${seen(limited, 2)})` : 'true',
      afterAt: 1,
    })}
     select clients.*,
       array(select url from sites where sites.client_id = clients.id ${seen(limited, 2)} order by url) as site_urls,
       coalesce((select json_object_agg(client_fields.name, client_field_values.value)
        from client_field_values join client_fields on client_fields.id = client_field_values.field_id
        where client_field_values.client_id = clients.id), '{}') as custom_fields
     from clients join page using (id) order by clients.id`,
  )

export const clientExportPages = (db: Database, limits: Limits | null): AsyncGenerator<ExportedClient[]> =>
  pagesById((id) => db.fetch(exported(limits !== null), [id, ...limitValues(limits)]))

export async function listFieldNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('client_fields').select('name').orderBy('name_key').execute()
  return rows.map(({ name }) => name)
}

const byNumberOrEmail = (limited: boolean) =>
  statement<{ id: number; email_key: string | null }>(
    `clients-by-number-or-email${limited ? '-limited' : ''}`,
    `select id, email_key from clients
     where (id = any ($1::bigint[]) or email_key = any (select lower(given) from unnest($2::text[]) as given))
     ${limited ? `and exists (select from sites where sites.client_id = clients.id ${seen(limited, 3)})` : ''}`,
  )

/** Existing clients that the caller may see. */
export const findClientsForImport = (db: Database, ids: number[], emails: string[], limits: Limits | null) =>
  db.fetch(byNumberOrEmail(limits !== null), [ids, emails, ...limitValues(limits)])
