import { sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { StepCounts } from './release-step.ts'
import { type Summary, summaryOf } from './update-entry.ts'

/** The number of sites per item: the summed counts plus the changes since. `where` applies to each of the two tables. */
export const itemCountsSql = (columns: string, where: string) => `
  select ${columns}, sum(sites) as sites from (
    select type, slug, name, new_version, current_version, sites from update_counts where ${where}
    union all select type, slug, name, new_version, current_version, sites from update_count_changes where ${where}
  ) as parts group by ${columns} having sum(sites) > 0`

const sumUpItems = statement(
  'update-counts-sum-up',
  `with changes as (delete from update_count_changes returning type, slug, name, new_version, current_version, sites),
   summed as (
     select type, slug, name, new_version, current_version, sum(sites) as sites from changes
     group by type, slug, name, new_version, current_version having sum(sites) <> 0)
   insert into update_counts as known (type, slug, name, new_version, current_version, sites)
   select type, slug, name, new_version, current_version, sites from summed
   order by type, slug, new_version, current_version, name
   on conflict (type, slug, new_version, current_version, name) do update set sites = known.sites + excluded.sites`,
)
const deleteEmptyItems = statement<{ slug: string }>('update-counts-sweep', 'delete from update_counts where sites = 0')

/** Keeps the number of changes small that readers have to add. */
export async function sumUpItemCounts(db: Database): Promise<void> {
  await db.fetch(sumUpItems)
  await db.fetch(deleteEmptyItems)
}

const clientColumnNames = ['sites', 'core', 'plugins', 'themes', 'translations', 'major', 'minor', 'patch', 'unknown']
const clientColumns = clientColumnNames.join(', ')

/** The pending updates of each client: the summed counts and the changes since, to be added up. */
export const clientCountsSql = `select client_id, ${clientColumns} from client_update_counts
  union all select client_id, ${clientColumns} from client_update_count_changes`

const sumUpClients = statement(
  'client-update-counts-sum-up',
  `with changes as (delete from client_update_count_changes returning client_id, ${clientColumns}),
   summed as (select client_id, ${clientColumnNames.map((column) => `sum(${column}) as ${column}`).join(', ')} from changes group by client_id)
   insert into client_update_counts as known (client_id, ${clientColumns})
   select client_id, ${clientColumns} from summed order by client_id
   on conflict (client_id) do update set ${clientColumnNames.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')}`,
)
const deleteEmptyClients = statement(
  'client-update-counts-sweep',
  `delete from client_update_counts where ${clientColumnNames.map((column) => `${column} = 0`).join(' and ')}`,
)

export async function sumUpClientCounts(db: Database): Promise<void> {
  await db.fetch(sumUpClients)
  await db.fetch(deleteEmptyClients)
}

/** Sites without a client are a group too. */
type UpdateGrouping = 'client' | 'tag'

interface GroupRow {
  id: number | null
  name: string | null
  sites: number
  core: number
  plugins: number
  themes: number
  translations: number
  major: number
  minor: number
  patch: number
  unknown: number
}

const summedColumns = ['core', 'plugins', 'themes', 'translations', 'major', 'minor', 'patch', 'unknown'] as const
const groupSums = summedColumns.map((column) => `sum(counts.${column})::bigint as ${column}`).join(', ')
const pendingSum = 'counts.core + counts.plugins + counts.themes + counts.translations'

/** For the whole fleet, clients are counted already. */
const clientGroupsSql = `select client_id as id, sum(sites)::bigint as sites, ${groupSums} from (${clientCountsSql}) as counts
  group by client_id having sum(sites) > 0`

/** Other groups are added up from the counts of their sites. */
const siteGroupsSql = (group: UpdateGrouping, visible: string) => {
  const key = group === 'client' ? 'client_id' : 'tag_id'
  return `select ${key} as id, count(*) as sites, ${groupSums}
    from site_update_counts as counts ${group === 'tag' ? 'join site_tags on site_tags.site_id = counts.site_id' : ''}
    where ${pendingSum} > 0 ${visible} group by ${key}`
}

async function listGroups(
  db: Database,
  group: UpdateGrouping,
  limits: Limits | null,
  { page, perPage }: Page,
): Promise<{ rows: GroupRow[]; total: number }> {
  const visible = limits
    ? `and counts.site_id in (select sites.id from sites where ${visibleSitesSql('sites', 3, 4)})`
    : ''
  const found = await db.fetch(
    statement<GroupRow & { total: number }>(
      `updates-by-${group}${limits ? '-l' : ''}`,
      `select counted.*, named.name from (
         select *, count(*) over () as total from (${group === 'client' && !limits ? clientGroupsSql : siteGroupsSql(group, visible)}) as counts
         order by ${pendingSum} desc, id offset $1 limit $2
       ) as counted left join ${group}s as named using (id)
       order by ${pendingSum.replaceAll('counts', 'counted')} desc, id`,
    ),
    [(page - 1) * perPage, perPage, ...limitValues(limits)],
  )
  if (found.length === 0 && page > 1) {
    return { rows: [], total: (await listGroups(db, group, limits, { page: 1, perPage: 1 })).total }
  }
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}

interface UpdateGroup extends Pick<GroupRow, 'id' | 'name' | 'sites'> {
  summary: Summary
  steps: StepCounts
}

/** The pending updates of each client or tag, by type and by update type (major, minor, patch), the most first. */
export async function countUpdatesByGroup(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  group: UpdateGrouping,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ groups: UpdateGroup[]; total: number }> {
  const { rows, total } = await listGroups(db, group, actor.limits, { page, perPage: per_page })
  const groups = rows.map(({ id, name, sites, major, minor, patch, unknown, ...counts }) => {
    return { id, name, sites, summary: summaryOf(counts), steps: { major, minor, patch, unknown } }
  })
  return { groups, total }
}

export interface Recount {
  id: number
  site_id: number
}

/** Records sites to recount, in the transaction that makes their counts wrong. */
export async function insertRecounts(trx: Db, siteIds: readonly number[]): Promise<Recount[]> {
  const { rows } = await sql<Recount>`
    insert into update_recounts (site_id) select unnest(${siteIds}::bigint[]) returning id, site_id`.execute(trx)
  return rows
}

/** Takes recounts that no other process has taken; a rollback restores them. */
export async function takeRecounts(trx: Db, most: number): Promise<number[]> {
  const { rows } = await sql<{ site_id: number }>`
    delete from update_recounts where id in (
      select id from update_recounts order by id limit ${most} for update skip locked)
    returning site_id`.execute(trx)
  return [...new Set(rows.map(({ site_id }) => site_id))]
}

export async function deleteRecounts(trx: Db, recounts: readonly Recount[]): Promise<void> {
  await sql`delete from update_recounts where id = any (${recounts.map(({ id }) => id)}::bigint[])`.execute(trx)
}
