import { type ColumnType, type GeneratedAlways, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { clientIdIsVisible, siteIdIsVisible, tagIdIsVisible } from '../sites/index.ts'
import type { PolicySite } from './effective-policy.ts'
import type { ItemType, PolicyRules, PolicyScope, StoredPolicy } from './policy.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    update_policies: {
      id: GeneratedAlways<number>
      scope: PolicyScope
      tag_id: number | null
      view_id: number | null
      client_id: number | null
      site_id: number | null
      item_type: ItemType | null
      item_slug: string | null
      rules: ColumnType<PolicyRules, string, string>
      updated_at: Date
      updated_by: string
    }
    site_update_windows: { site_id: number; started_at: Date }
  }
}

/** All policies except those of sites, and those of the given sites. */
export const listPolicies = (db: Db, siteIds: readonly number[]): Promise<StoredPolicy[]> =>
  queryRows(
    db,
    sql<StoredPolicy>`select * from update_policies where site_id is null or site_id = any (${siteIds}::bigint[]) order by id`,
  )

/** Off for the fleet, a tag, the client or the site is off: no other policy switches the guard on again. */
export const isGuardSwitchedOff = async (db: Db, siteId: number): Promise<boolean> =>
  (await listSitesWithoutGuard(db, [siteId])).has(siteId)

export async function listSitesWithoutGuard(db: Db, siteIds: readonly number[]): Promise<Set<number>> {
  const rows = await queryRows(
    db,
    sql<{ id: number }>`select sites.id from sites where sites.id = any (${siteIds}::bigint[]) and exists (
        select from update_policies as policy
        where policy.rules ->> 'guard' = 'off' and (policy.scope = 'fleet' or policy.site_id = sites.id
          or policy.client_id = sites.client_id
          or policy.tag_id in (select tag_id from site_tags where site_id = sites.id)))`,
  )
  return new Set(rows.map(({ id }) => id))
}

export type NamedPolicy = StoredPolicy & { name: string }

const named = sql`policy.*, coalesce(
    (select name from tags where id = policy.tag_id), (select name from clients where id = policy.client_id),
    (select name from sites where id = policy.site_id), (select name from views where id = policy.view_id),
    case when policy.item_type = 'core' then 'WordPress' end, policy.item_slug, 'All sites') as name`

const isVisible = (limits: Limits | null) => sql`(policy.scope in ('fleet', 'item')
  or (policy.scope = 'tag' and ${tagIdIsVisible('policy.tag_id', limits)})
  or (policy.scope = 'view' and ${limits === null}::boolean)
  or (policy.scope = 'client' and ${clientIdIsVisible('policy.client_id', limits)})
  or (policy.scope = 'site' and ${siteIdIsVisible('policy.site_id', limits)}))`

export const listNamedPolicies = (db: Database, limits: Limits | null, siteId: number | null): Promise<NamedPolicy[]> =>
  queryRows(
    db,
    sql<NamedPolicy>`select ${named} from update_policies as policy
      where ${isVisible(limits)} and (${siteId}::bigint is null or policy.site_id = ${siteId} or policy.scope = 'fleet')
      order by array_position(array['fleet', 'tag', 'view', 'client', 'site', 'item'], policy.scope), name, policy.id limit 2000`,
  )

export const findPolicy = async (db: Db, id: number, limits: Limits | null): Promise<NamedPolicy | undefined> =>
  (
    await queryRows(
      db,
      sql<NamedPolicy>`select ${named} from update_policies as policy where policy.id = ${id} and ${isVisible(limits)}`,
    )
  )[0]

export interface PolicySubject {
  scope: PolicyScope
  tagId: number | null
  viewId: number | null
  clientId: number | null
  siteId: number | null
  itemType: ItemType | null
  itemSlug: string | null
}

const ofSubject = ({
  scope,
  tagId,
  viewId,
  clientId,
  siteId,
  itemType,
  itemSlug,
}: PolicySubject) => sql`scope = ${scope}
  and tag_id is not distinct from ${tagId}::bigint and view_id is not distinct from ${viewId}::bigint and client_id is not distinct from ${clientId}::bigint
  and site_id is not distinct from ${siteId}::bigint and item_type is not distinct from ${itemType}::text
  and item_slug is not distinct from ${itemSlug}::text`

export const findPolicyOf = async (db: Db, subject: PolicySubject): Promise<StoredPolicy | undefined> =>
  (await queryRows(db, sql<StoredPolicy>`select * from update_policies where ${ofSubject(subject)}`))[0]

/** Writers of policies wait for each other, so that none loses the change of another. */
export async function lockPolicies(trx: Db): Promise<void> {
  await sql`lock table update_policies in share row exclusive mode`.execute(trx)
}

export async function upsertPolicy(
  trx: Db,
  subject: PolicySubject,
  rules: PolicyRules,
  { at, by }: { at: Date; by: string },
): Promise<number> {
  const known = await findPolicyOf(trx, subject)
  const values = { rules: JSON.stringify(rules), updated_at: at, updated_by: by }
  if (known) {
    await trx.updateTable('update_policies').set(values).where('id', '=', known.id).execute()
    return known.id
  }
  const { scope, tagId, viewId, clientId, siteId, itemType, itemSlug } = subject
  const { id } = await trx
    .insertInto('update_policies')
    .values({
      scope,
      tag_id: tagId,
      view_id: viewId,
      client_id: clientId,
      site_id: siteId,
      item_type: itemType,
      item_slug: itemSlug,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deletePolicy(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('update_policies').where('id', '=', id).execute()
}

/** What the policies of these sites depend on. */
export const listPolicySites = (
  db: Db,
  siteIds: readonly number[],
): Promise<
  (Omit<PolicySite, 'viewIds'> & {
    status: 'connected' | 'disconnected' | 'suspended'
    managedByHost: boolean
    zone: string
  })[]
> =>
  queryRows(
    db,
    sql`select id, client_id as "clientId", status, coalesce(facts ->> 'timezone', '') as zone,
        coalesce(facts ->> 'managed_by_host', 'false') = 'true' as "managedByHost",
        coalesce((select json_agg(tag_id order by tag_id) from site_tags where site_id = sites.id), '[]') as "tagIds"
      from sites where id = any (${siteIds}::bigint[]) order by id`,
  )

/** Records that automatic updates were started in a window; returns the sites for which they were not yet. */
export const takeSiteWindows = async (
  trx: Db,
  windows: readonly { siteId: number; opened: Date }[],
  now: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ site_id: number }>`
    insert into site_update_windows as known (site_id, started_at)
    select site_id, ${now}::timestamptz from unnest(${windows.map(({ siteId }) => siteId)}::bigint[],
      ${windows.map(({ opened }) => opened)}::timestamptz[]) as given (site_id, opened)
    on conflict (site_id) do update set started_at = excluded.started_at
      where known.started_at < (select opened from unnest(${windows.map(({ siteId }) => siteId)}::bigint[],
        ${windows.map(({ opened }) => opened)}::timestamptz[]) as own (site_id, opened) where own.site_id = known.site_id)
    returning site_id`.execute(trx)
  return rows.map(({ site_id }) => site_id)
}

/** Whether a policy of a tag, client, site or item lets security updates run automatically. */
export const hasAutomaticSecurity = async (db: Db): Promise<boolean> =>
  (
    await queryRows(
      db,
      sql`select from update_policies where scope <> 'fleet' and rules ->> 'security' = 'automatic' limit 1`,
    )
  ).length > 0

/** Whether any policy was stored, the one of the fleet included. */
export const hasStoredPolicies = async (db: Db): Promise<boolean> =>
  (await queryRows(db, sql`select from update_policies limit 1`)).length > 0

/** The views whose policy has windows. */
export const listWindowedViews = async (db: Db): Promise<number[]> =>
  (
    await queryRows(
      db,
      sql<{ view_id: number }>`select view_id from update_policies where view_id is not null
        and jsonb_array_length(coalesce(nullif(rules -> 'windows', 'null'), '[]')) > 0 order by view_id`,
    )
  ).map(({ view_id }) => view_id)

/**
 * Connected sites with an update that a policy with windows may install, and no automatic updates within the last hour.
 * `viewSites`: the sites of the views that have such a policy.
 */
export const listSitesWithWindows = async (db: Db, now: Date, viewSites: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with windowed as (
      select * from update_policies where jsonb_array_length(coalesce(nullif(rules -> 'windows', 'null'), '[]')) > 0)
    select id from sites where connection = 'connected' and suspended_by = 'none'
      and (exists (select from windowed where scope in ('fleet', 'item'))
        or client_id in (select client_id from windowed where client_id is not null)
        or id in (select site_id from windowed where site_id is not null) or id = any (${viewSites}::bigint[])
        or id in (select site_tags.site_id from site_tags join windowed using (tag_id)))
      and exists (select from site_updates as pending where pending.site_id = sites.id and not ignored and has_package)
      and not exists (select from site_update_windows as taken
        where taken.site_id = sites.id and taken.started_at > ${now}::timestamptz - interval '1 hour')
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
