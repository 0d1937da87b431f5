import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import type { SiteTable } from './site-table.ts'
import { limitValues, visibleSitesSql } from './visible-sites.ts'

export type SiteRow = Selectable<SiteTable>

const byId = statement<SiteRow>('site-by-id', 'select * from sites where id = $1')
const byIdentity = statement<SiteRow>('site-by-identity', 'select * from sites where identity = $1')
const isVisible = statement<{ visible: boolean }>(
  'site-visible',
  `select ${visibleSitesSql('sites', 2, 3)} as visible from sites where id = $1`,
)

export async function findSiteById(db: Database, id: number): Promise<SiteRow | undefined> {
  return (await db.fetch(byId, [id]))[0]
}

export async function findSiteByIdentity(db: Database, identity: string): Promise<SiteRow | undefined> {
  return (await db.fetch(byIdentity, [identity]))[0]
}

export async function isSiteVisible(db: Database, id: number, limits: Limits): Promise<boolean> {
  return (await db.fetch(isVisible, [id, ...limitValues(limits)]))[0]?.visible ?? false
}

const manySites = (limited: boolean) =>
  statement<SiteRow>(
    `sites-named-${limited}`,
    `select * from sites where (id = any ($1::bigint[]) or identity = any ($2::text[]))
     ${limited ? `and ${visibleSitesSql('sites', 3, 4)}` : ''}`,
  )

/** Many at once: the ones that exist and may be seen, in no particular order. */
export async function findSites(
  db: Database,
  ids: number[],
  identities: string[],
  limits: Limits | null,
): Promise<SiteRow[]> {
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

export async function removeSite(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sites').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

const tagsOf = statement<{ site_id: number; id: number; name: string; color: string | null }>(
  'tags-of-sites',
  `select site_tags.site_id, tags.id, tags.name, tags.color from site_tags
   join tags on tags.id = site_tags.tag_id where site_tags.site_id = any ($1::bigint[]) order by lower(tags.name)`,
)

export interface SiteTag {
  id: number
  name: string
  color: string | null
}

export async function tagsOfSites(db: Database, siteIds: number[]): Promise<Map<number, SiteTag[]>> {
  const rows = await db.fetch(tagsOf, [siteIds])
  const grouped = new Map<number, SiteTag[]>(siteIds.map((id) => [id, []]))
  for (const { site_id, ...tag } of rows) grouped.get(site_id)!.push(tag)
  return grouped
}

export async function replaceTags(db: Db, siteId: number, tagIds: number[]): Promise<void> {
  await db.deleteFrom('site_tags').where('site_id', '=', siteId).execute()
  if (tagIds.length === 0) return
  await db
    .insertInto('site_tags')
    .values(tagIds.map((tag_id) => ({ site_id: siteId, tag_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const stayByHand = sql<'hand' | 'client'>`case when suspended_by = 'hand' then 'hand' else 'client' end`
export const connectedIfKeyIsHeld = sql<'connected'>`case when private_key is null then connection else 'connected' end`

const suspendedSites = {
  suspended: sql<boolean>`suspended_by <> 'none'`,
  'suspended by client': sql<boolean>`suspended_by = 'client'`,
}

/** One statement for any number of sites. */
export async function changeSites(
  db: Db,
  which: { ids: number[] } | { clientId: number },
  values: { [column in keyof Updateable<SiteTable>]: Updateable<SiteTable>[column] | RawBuilder<unknown> },
  only?: keyof typeof suspendedSites,
): Promise<Pick<SiteRow, 'id' | 'url' | 'name' | 'status'>[]> {
  let query = db.updateTable('sites').set(values as Updateable<SiteTable>)
  query =
    'ids' in which
      ? query.where(sql<boolean>`id = any (${which.ids}::bigint[])`)
      : query.where('client_id', '=', which.clientId)
  if (only) query = query.where(suspendedSites[only])
  return query.returning(['id', 'url', 'name', 'status']).execute()
}

const keepCookiesOf = statement('site-cookies', 'update sites set cookies = $2 where id = $1')
export async function storeCookies(db: Database, id: number, sealed: string): Promise<void> {
  await db.fetch(keepCookiesOf, [id, sealed])
}
