import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { microBatched } from '../../platform/database/micro-batcher.ts'
import type { Look } from './front-page.ts'
import type { SiteTable } from './site-table.ts'
import { limitValues, visibleSitesSql } from './visible-sites.ts'

export type SiteRow = Selectable<SiteTable>

const byIds = statement<SiteRow>('sites-by-id', 'select * from sites where id = any ($1::bigint[])')
const byIdentity = statement<SiteRow>('site-by-identity', 'select * from sites where identity = $1')
const isVisible = statement<{ visible: boolean }>(
  'site-visible',
  `select ${visibleSitesSql('sites', 2, 3)} as visible from sites where id = $1`,
)

/** Work on many sites looks for all of them in the same moment. */
export const findSiteById = microBatched(async (db, ids: number[]): Promise<(SiteRow | undefined)[]> => {
  const found = new Map((await db.fetch(byIds, [ids])).map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
})

export async function findSiteByIdentity(db: Database, identity: string): Promise<SiteRow | undefined> {
  return (await db.fetch(byIdentity, [identity]))[0]
}

export async function isSiteVisible(db: Database, id: number, limits: Limits): Promise<boolean> {
  return (await db.fetch(isVisible, [id, ...limitValues(limits)]))[0]?.visible ?? false
}

/** What work on many sites needs to know of each: no secrets, so that thousands are cheap. */
export type NamedSite = Pick<
  SiteRow,
  'id' | 'url' | 'name' | 'identity' | 'status' | 'client_id' | 'connection' | 'suspended_by'
>

const manySites = (limited: boolean) =>
  statement<NamedSite>(
    `sites-named-${limited}`,
    `select id, url, name, identity, status, client_id, connection, suspended_by from sites
     where (id = any ($1::bigint[]) or identity = any ($2::text[]))
     ${limited ? `and ${visibleSitesSql('sites', 3, 4)}` : ''}`,
  )

/** Many at once: the ones that exist and may be seen, in no particular order. */
export async function findSites(
  db: Database,
  ids: number[],
  identities: string[],
  limits: Limits | null,
): Promise<NamedSite[]> {
  return db.fetch(manySites(limits !== null), [ids, identities, ...(limits ? limitValues(limits) : [])])
}

export async function insertSite(db: Db, values: Insertable<SiteTable>): Promise<SiteRow | undefined> {
  return db
    .insertInto('sites')
    .values(values)
    .onConflict((conflict) => conflict.column('identity').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateSite(db: Db, id: number, values: Updateable<SiteTable>): Promise<SiteRow | undefined> {
  return db.updateTable('sites').set(values).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Changes a site unless its address changed since it was read: a key belongs to the address it was made for. */
export async function updateSiteAt(
  db: Db,
  { id, url }: Pick<SiteRow, 'id' | 'url'>,
  values: Updateable<SiteTable>,
): Promise<SiteRow | undefined> {
  return db
    .updateTable('sites')
    .set(values)
    .where('id', '=', id)
    .where('url', '=', url)
    .returningAll()
    .executeTakeFirst()
}

/** Holds the site until the transaction ends. */
export function lockSite(trx: Db, id: number): Promise<SiteRow | undefined> {
  return trx.selectFrom('sites').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Another site has this address. */
export const isDuplicate = (error: unknown) => (error as { code?: string }).code === '23505'

export async function removeSite(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sites').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** A new value only where the condition holds; elsewhere the column stays as it is. */
export const setWhere = {
  notByHand: (value: string) => where(sql`suspended_by <> 'hand'`, 'suspended_by', value),
  keyIsHeld: (column: string, value: string | null) => where(sql`private_key is not null`, column, value),
  everConnected: (column: string, value: string | null) => where(sql`connection <> 'never'`, column, value),
}
const where = (condition: RawBuilder<unknown>, column: string, value: string | null) =>
  sql`case when ${condition} then ${value}::text else ${sql.ref(column)} end`

const suspendedSites = {
  suspended: sql<boolean>`suspended_by <> 'none'`,
  'suspended by client': sql<boolean>`suspended_by = 'client'`,
}

/** One statement for any number of sites; locked in the order of their ids, so that two who do this never wait crosswise. */
export async function changeSites(
  db: Db,
  which: { ids: number[] } | { clientId: number },
  values: { [column in keyof Updateable<SiteTable>]: Updateable<SiteTable>[column] | RawBuilder<unknown> },
  only?: keyof typeof suspendedSites,
): Promise<Pick<SiteRow, 'id' | 'url' | 'name' | 'status'>[]> {
  let wanted = db.selectFrom('sites').select('id').orderBy('id').forNoKeyUpdate()
  wanted =
    'ids' in which
      ? wanted.where(sql<boolean>`id = any (${which.ids}::bigint[])`)
      : wanted.where('client_id', '=', which.clientId)
  if (only) wanted = wanted.where(suspendedSites[only])
  return db
    .updateTable('sites')
    .set(values as Updateable<SiteTable>)
    .where('id', 'in', wanted)
    .returning(['id', 'url', 'name', 'status'])
    .execute()
}

const keepCookiesOf = statement(
  'site-cookies',
  // Held in the order of their ids, like everybody does.
  `with held as (select id from sites where id = any ($1::bigint[]) order by id for no key update)
   update sites set cookies = given.cookies
   from held join unnest($1::bigint[], $2::text[], $3::text[]) as given (id, url, cookies) using (id)
   where sites.id = held.id and sites.url = given.url`,
)
/** A first sync brings cookies of every site: they are kept together, unless the site has another address by now. */
export const storeCookies = microBatched<{ id: number; url: string; sealed: string }, void>(
  async (db, sites) => {
    const [ids, urls, jars] = [
      sites.map(({ id }) => id),
      sites.map(({ url }) => url),
      sites.map(({ sealed }) => sealed),
    ]
    await db.fetch(keepCookiesOf, [ids, urls, jars])
    return []
  },
  { busyDelayMs: 100, keyOf: ({ id }) => id },
)

const keepLook = statement(
  'site-look',
  `update sites set checked_at = $2, reachable = $3, http_status = $4, response_time_ms = $5 where id = $1`,
)

/** What the last check saw; the status of the site is another matter. */
export async function recordLook(db: Database, id: number, look: Look, now: Date): Promise<void> {
  const { reachable, http_status, response_time_ms } = look
  await db.fetch(keepLook, [id, now, reachable, http_status, reachable ? response_time_ms : null])
}
