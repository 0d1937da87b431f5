import {
  type ColumnType,
  type Generated,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { siteIsVisible } from '../../operation/visible-sites-store.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { microBatched } from '../../platform/database/micro-batcher.ts'
import { codeOf } from '../../platform/error-facts.ts'
import type { HomepageResult, SiteFacts, siteStatuses } from './site.ts'

type Status = (typeof siteStatuses)[number]

export interface SiteColumns {
  id: Generated<number>
  url: string
  identity: string
  name: string
  connection: Generated<'never' | 'connected' | 'disconnected'>
  disconnected_code: string | null
  disconnected_reason: string | null
  suspended_by: Generated<'none' | 'hand' | 'client'>
  /** Disconnected while suspended: then the status is disconnected. */
  disconnected_last: Generated<boolean>
  status: ColumnType<Status, never, never>
  /** Set by the database; null: before this was recorded. */
  status_since: ColumnType<Date | null, Date | undefined, never>
  name_is_automatic: Generated<boolean>
  client_id: number | null
  notes: Generated<string>
  admin_username: string
  verify_tls: Generated<boolean>
  http_user: string | null
  http_pass: string | null
  unique_id: string | null
  private_key: string | null
  public_key: string | null
  pending_private_key: string | null
  regverify: string | null
  cookies: string | null
  /** Refusals since the site last accepted the key. */
  key_refused_since: Date | null
  key_refused_at: Date | null
  key_refusals: Generated<number>
  /** The service disconnected the site because it refused the key; see `isKeyRetried`. */
  key_is_retried: Generated<boolean>
  wp_version: Generated<string>
  php_version: Generated<string>
  child_version: Generated<string>
  facts: Generated<Partial<SiteFacts>>
  icon_url: string | null
  health_score: number | null
  health_score_at: Date | null
  last_sync: Date | null
  last_sync_attempt: Date | null
  sync_error_code: string | null
  sync_error: string | null
  /** The first failure since the last good sync; of no meaning without `sync_error_code`. */
  sync_failing_since: Date | null
  checked_at: Date | null
  reachable: boolean | null
  http_status: number | null
  response_time_ms: number | null
  /** Everything seen before belongs to another address. */
  address_changed_at: Date | null
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    sites: SiteColumns
    site_tags: { site_id: number; tag_id: number }
    data_versions: { subject: string; version: Generated<number> }
  }
}

export type SiteRow = Selectable<SiteColumns>

/** Batched, because work on many sites finds all of them at once. */
export const findSiteById = microBatched(async (db, ids: number[]): Promise<(SiteRow | undefined)[]> => {
  const rows = await queryRows(db, sql<SiteRow>`select * from sites where id = any (${ids}::bigint[])`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
})

export async function findSiteByIdentity(db: Database, identity: string): Promise<SiteRow | undefined> {
  return (await queryRows(db, sql<SiteRow>`select * from sites where identity = ${identity}`))[0]
}

export async function isSiteVisible(db: Database, id: number, limits: Limits): Promise<boolean> {
  const query = sql<{
    visible: boolean
  }>`select ${siteIsVisible('sites', limits)} as visible from sites where id = ${id}`
  return (await queryRows(db, query))[0]?.visible ?? false
}

/** The columns that work on many sites needs; no secrets, so that thousands are cheap. */
export type NamedSite = Pick<
  SiteRow,
  'id' | 'url' | 'name' | 'identity' | 'status' | 'client_id' | 'connection' | 'suspended_by' | 'key_is_retried'
>

export const namedSiteColumns = sql`id, url, name, identity, status, client_id, connection, suspended_by, key_is_retried`

/** The visible sites of these ids and identities, in no particular order. */
export async function findNamedSiteRows(
  db: Database,
  ids: number[],
  identities: string[],
  limits: Limits | null,
): Promise<NamedSite[]> {
  return queryRows(
    db,
    sql<NamedSite>`select ${namedSiteColumns} from sites
      where (id = any (${ids}::bigint[]) or identity = any (${identities}::text[])) and ${siteIsVisible('sites', limits)}`,
  )
}

export async function insertSite(db: Db, values: Insertable<SiteColumns>): Promise<SiteRow | undefined> {
  return db
    .insertInto('sites')
    .values(values)
    .onConflict((conflict) => conflict.column('identity').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateSiteRow(db: Db, id: number, values: Updateable<SiteColumns>): Promise<SiteRow | undefined> {
  return db.updateTable('sites').set(values).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Updates a site unless its address changed since it was read: a key belongs to one address. */
export async function updateSiteRowAt(
  db: Db,
  { id, url }: Pick<SiteRow, 'id' | 'url'>,
  values: Updateable<SiteColumns>,
): Promise<SiteRow | undefined> {
  return db
    .updateTable('sites')
    .set(values)
    .where('id', '=', id)
    .where('url', '=', url)
    .returningAll()
    .executeTakeFirst()
}

/** Locks the site until the transaction ends. */
export function lockSite(trx: Db, id: number): Promise<SiteRow | undefined> {
  return trx.selectFrom('sites').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** True for the error of a second site with the same address. */
export const isDuplicate = (error: unknown) => codeOf(error) === '23505'

/** Whether another dashboard has the same key: the site was imported with it, and was not taken over yet. */
export async function hasSharedKey(db: Db, id: number): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql<{ site_id: number }>`select site_id from moved_sites join sites on sites.id = site_id
      where site_id = ${id} and imported_key = encode(sha256(convert_to(coalesce(public_key, ''), 'UTF8')), 'hex')`,
  )
  return rows.length > 0
}

export async function deleteSiteRow(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sites').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Gives the sites to a client; null takes their client away. The caller has locked the sites. */
export async function assignSitesToClient(
  trx: Db,
  siteIds: number[],
  clientId: number | null,
  now: Date,
): Promise<void> {
  if (siteIds.length === 0) return
  await trx
    .updateTable('sites')
    .set({ client_id: clientId, updated_at: now })
    .where(sql<boolean>`id = any (${siteIds}::bigint[])`)
    .execute()
}

/** Sets a value only in rows that meet the condition. */
export const setWhere = {
  notByHand: (value: string) => where(sql`suspended_by <> 'hand'`, 'suspended_by', value),
  keyIsHeld: (column: string, value: string | null) => where(sql`private_key is not null`, column, value),
  suspended: sql<boolean>`suspended_by <> 'none'`,
  everConnected: (column: string, value: string | null) => where(sql`connection <> 'never'`, column, value),
}
const where = (condition: RawBuilder<unknown>, column: string, value: string | null) =>
  sql`case when ${condition} then ${value}::text else ${sql.ref(column)} end`

const suspendedSites = {
  suspended: sql<boolean>`suspended_by <> 'none'`,
  'suspended by client': sql<boolean>`suspended_by = 'client'`,
}

export type ChangedSite = Pick<SiteRow, 'id' | 'url' | 'name' | 'status' | 'connection'> & {
  connection_before: SiteRow['connection']
}

/** Updates many sites with one statement; locks them in the order of ids to avoid deadlocks. */
export async function updateSites(
  db: Db,
  which: { ids: number[] } | { clientId: number },
  values: { [column in keyof Updateable<SiteColumns>]: Updateable<SiteColumns>[column] | RawBuilder<unknown> },
  only?: keyof typeof suspendedSites,
): Promise<ChangedSite[]> {
  let selected = db
    .selectFrom('sites')
    .select(['id as locked_id', 'connection as connection_before'])
    .orderBy('id')
    .forNoKeyUpdate()
  selected =
    'ids' in which
      ? selected.where(sql<boolean>`id = any (${which.ids}::bigint[])`)
      : selected.where('client_id', '=', which.clientId)
  if (only) selected = selected.where(suspendedSites[only])
  return (
    db
      .updateTable('sites')
      // Kysely takes an expression for every column, but not in a type that mixes both.
      .set(values as Updateable<SiteColumns>)
      .from(selected.as('locked'))
      .whereRef('sites.id', '=', 'locked.locked_id')
      .returning(['sites.id', 'url', 'name', 'status', 'connection', 'connection_before'])
      .execute()
  )
}

/** Batched, because a first sync stores cookies of every site. Skips sites whose address changed meanwhile. */
export const updateCookies = microBatched<{ id: number; url: string; sealed: string }, void>(
  async (db, sites) => {
    const [ids, urls, jars] = [
      sites.map(({ id }) => id),
      sites.map(({ url }) => url),
      sites.map(({ sealed }) => sealed),
    ]
    // Locked in the order of ids, as everywhere.
    await queryRows(
      db,
      sql`with locked as (select id from sites where id = any (${ids}::bigint[]) order by id for no key update)
        update sites set cookies = given.cookies
        from locked join unnest(${ids}::bigint[], ${urls}::text[], ${jars}::text[]) as given (id, url, cookies) using (id)
        where sites.id = locked.id and sites.url = given.url`,
    )
    return []
  },
  { busyDelayMs: 100, keyOf: ({ id }) => id },
)

/** The status of the site does not change. A result of a former address is not stored. */
export async function recordHomepageCheck(
  db: Database,
  { id, url }: Pick<SiteRow, 'id' | 'url'>,
  check: HomepageResult,
  now: Date,
): Promise<void> {
  const { reachable, http_status, response_time_ms } = check
  await queryRows(
    db,
    sql`update sites set checked_at = ${now}, reachable = ${reachable}, http_status = ${http_status},
      response_time_ms = ${reachable ? response_time_ms : null} where id = ${id} and url = ${url}`,
  )
}

/** False if the address of the site has changed: a failure at a former address is not stored. */
export async function updateSyncFailure(
  db: Db,
  { id, url }: Pick<SiteRow, 'id' | 'url'>,
  at: Date,
  { code, message }: { code: string; message: string },
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`update sites set last_sync_attempt = ${at}, sync_error_code = ${code}, sync_error = ${message},
      sync_failing_since = case when sync_error_code is null then ${at}::timestamptz
        else coalesce(sync_failing_since, ${at}::timestamptz) end
      where id = ${id} and url = ${url} returning id`,
  )
  return rows.length > 0
}

/** Locks sites in the order of ids until the transaction ends. Returns the ids that exist. */
export async function lockSites(trx: Db, siteIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from sites where id = any (${siteIds}::bigint[]) order by id for no key update`.execute(trx)
  return rows.map(({ id }) => id)
}

export async function isNameTaken(db: Db, name: string, exceptSiteId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sites')
    .select('id')
    // The expression of an index.
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('id', '<>', exceptSiteId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Unless a person changed the name meanwhile. */
export async function updateAutomaticName(
  db: Db,
  { id, name: before }: Pick<SiteRow, 'id' | 'name'>,
  name: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sites')
    .set({ name, name_is_automatic: true, updated_at: now })
    .where('id', '=', id)
    .where('name', '=', before)
    .execute()
}
