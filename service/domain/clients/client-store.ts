import { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { exportPage, pagesById } from '../../platform/database/export-pages.ts'
import { containing, type Fragment } from '../../platform/database/fragments.ts'
import { fetchPage, fetchTotal, type Listing } from '../../platform/database/listing.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { codeOf } from '../../platform/error-facts.ts'
import { clientIdIsVisible, siteIsVisible } from '../sites/index.ts'
import type { ClientRef, clientStatuses } from './client.ts'
import { clientNotFound, emailTaken } from './client-errors.ts'
import type { ClientContact } from './contact.ts'
import { contactsOf } from './contact-store.ts'

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
export type ClientRow = Selectable<ClientTable> & {
  sites_count: number
  contacts: ClientContact[]
  custom_fields: Record<string, string>
}

const customFields = sql`coalesce((
  select json_object_agg(client_fields.name, client_field_values.value order by client_fields.name_key)
  from client_field_values join client_fields on client_fields.id = client_field_values.field_id
  where client_field_values.client_id = clients.id), '{}') as custom_fields`

/** Finds a client by id or e-mail address. `isWithinLimits`: without it, also one that the caller may not see. */
export async function findClient(
  db: Database,
  ref: ClientRef,
  limits: Limits | null,
  { isWithinLimits = false } = {},
): Promise<ClientRow | undefined> {
  const isId = typeof ref === 'number' || /^\d{1,15}$/.test(ref)
  const isClient = isId ? sql`id = ${Number(ref)}` : sql`email_key = lower(${String(ref).trim()})`
  const query = sql<ClientRow>`select clients.*,
      (select count(*) from sites where sites.client_id = clients.id and ${siteIsVisible('sites', limits)}) as sites_count,
      ${contactsOf('clients.id')}, ${customFields}
    from clients where ${isClient} and ${isWithinLimits ? clientIdIsVisible('clients.id', limits) : sql`true`}`
  return (await queryRows(db, query))[0]
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

/** The id of each row with one statement; null: its e-mail address is taken. */
export async function insertClients(db: Db, rows: readonly Insertable<ClientTable>[]): Promise<(number | null)[]> {
  if (rows.length === 0) return []
  const inserted = await db
    .insertInto('clients')
    .values([...rows])
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(['id', 'email'])
    .execute()
  const byEmail = new Map(inserted.map(({ id, email }) => [email, id]))
  const withoutEmail = inserted.filter(({ email }) => email === null).values()
  return rows.map(({ email = null }) =>
    email === null ? (withoutEmail.next().value?.id ?? null) : (byEmail.get(email) ?? null),
  )
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

const isDuplicate = (error: unknown) => codeOf(error) === '23505'

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

const detailColumns = [
  'address_1',
  'address_2',
  'city',
  'state',
  'zip',
  'country',
  'note',
  'facebook',
  'twitter',
  'instagram',
  'linkedin',
] as const

export type ListedClientDetail = ListedClient & Pick<ClientRow, (typeof detailColumns)[number] | 'contacts'>

function conditionsOf({ status, search, include, exclude, limits }: ClientListFilter): Fragment[] {
  const conditions: Fragment[] = []
  if (limits) conditions.push(clientIdIsVisible('clients.id', limits))
  if (status !== 'any') conditions.push(sql`status = ${status}`)
  if (search !== '') conditions.push(clientMatches(search))
  if (include.length > 0) conditions.push(sql`id = any (${include}::bigint[])`)
  if (exclude.length > 0) conditions.push(sql`id <> all (${exclude}::bigint[])`)
  return conditions
}

/** The same expression as in the index. */
const clientMatches = (search: string): Fragment =>
  sql`(lower(name) || ' ' || lower(coalesce(email, ''))) like ${containing(search.toLowerCase())}`

function listingOf({ orderBy, order }: Pick<ClientPage, 'orderBy' | 'order'>, limits: Limits | null): Listing {
  return {
    columns: sql`id, name, email, phone, status, created_at`,
    from: sql`clients`,
    orderBy: sql.raw(`${clientOrders[orderBy]} ${order}, id ${order}`),
    perRow: sql`(select count(*) from sites where sites.client_id = page.id
      and ${siteIsVisible('sites', limits)}) as sites_count`,
    // The clients that a limited caller sees also depend on their sites.
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

/** The same with all columns of each client. */
export function listClientDetailRows(
  db: Database,
  filter: ClientListFilter,
  page: ClientPage,
): Promise<{ rows: ListedClientDetail[]; total: number }> {
  const listing = listingOf(page, filter.limits)
  const columns = sql`${listing.columns}, ${sql.raw(detailColumns.join(', '))}`
  const perRow = sql`${listing.perRow}, ${contactsOf('page.id')}`
  return fetchPage(db, { ...listing, columns, perRow }, conditionsOf(filter), page)
}

export function countClientRows(db: Database, filter: ClientListFilter): Promise<number> {
  return fetchTotal(db, listingOf({ orderBy: 'name', order: 'asc' }, filter.limits), conditionsOf(filter))
}

export type FoundClient = Pick<ClientRow, 'id' | 'name' | 'email' | 'status'>

/** Clients for a search box: names that start with the term first. */
export function findClientsBySearch(
  db: Database,
  search: string,
  limits: Limits | null,
  max: number,
): Promise<FoundClient[]> {
  const term = search.toLowerCase()
  return queryRows(
    db,
    sql<FoundClient>`select id, name, email, status from clients
      where ${clientMatches(term)} and ${clientIdIsVisible('clients.id', limits)}
      order by not starts_with(lower(name), ${term}), lower(name), id limit ${max}`,
  )
}

export async function hasClients(db: Database): Promise<boolean> {
  return oneRow(await queryRows(db, sql<{ known: boolean }>`select exists (select from clients) as known`)).known
}

/** A client with the addresses of its sites and its custom fields by name. */
export type ExportedClient = Selectable<ClientTable> & { site_urls: string[]; custom_fields: Record<string, string> }

function exportAfter(id: number, limits: Limits | null) {
  const page = exportPage({
    table: 'clients',
    bytes: sql`octet_length(note) + 60 * (select count(*) from sites where sites.client_id = clients.id)
      + coalesce((select sum(octet_length(value)) from client_field_values where client_id = clients.id), 0)`,
    where: clientIdIsVisible('clients.id', limits),
    after: id,
  })
  return sql<ExportedClient>`with ${page}
    select clients.*,
      array(select url from sites
        where sites.client_id = clients.id and ${siteIsVisible('sites', limits)} order by url) as site_urls,
      ${customFields}
    from clients join page using (id) order by clients.id`
}

export const clientExportPages = (db: Database, limits: Limits | null): AsyncGenerator<ExportedClient[]> =>
  pagesById((id) => queryRows(db, exportAfter(id, limits)))

export async function listFieldNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('client_fields').select('name').orderBy('name_key').execute()
  return rows.map(({ name }) => name)
}

/** Existing clients that the caller may see. */
export const findClientsForImport = (db: Database, ids: number[], emails: string[], limits: Limits | null) =>
  queryRows(
    db,
    sql<{ id: number; email_key: string | null }>`select id, email_key from clients
      where (id = any (${ids}::bigint[]) or email_key = any (select lower(given) from unnest(${emails}::text[]) as given))
        and ${clientIdIsVisible('clients.id', limits)}`,
  )

/** Clients with these names or e-mail addresses, each with the text it was found by. */
export const findClientsByText = (db: Database, texts: string[], limits: Limits | null) =>
  queryRows(
    db,
    sql<{ given: string; id: number }>`with given as (select text from unnest(${texts}::text[]) as given (text))
      select given.text as given, clients.id from given join clients on lower(clients.name) = lower(given.text)
        where ${clientIdIsVisible('clients.id', limits)}
      union select given.text, clients.id from given join clients on clients.email_key = lower(given.text)
        where ${clientIdIsVisible('clients.id', limits)}`,
  )

export async function listVisibleClientIds(db: Database, ids: number[], limits: Limits | null): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await queryRows(
    db,
    sql<{ id: number }>`select id from clients where id = any (${ids}::bigint[])
      and ${clientIdIsVisible('clients.id', limits)}`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the ids in the order of the names. */
export async function insertClientNames(trx: Db, names: readonly string[], now: Date): Promise<number[]> {
  const rows = await trx
    .insertInto('clients')
    .values(names.map((name) => ({ name, created_at: now, updated_at: now })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
