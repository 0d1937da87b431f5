import { sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import type { Page } from '../../platform/database/listing.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import type { StepCounts } from './release-step.ts'
import { type Summary, summaryOf } from './update-entry.ts'

/** The number of sites per item: the summed counts plus the changes since. `where` applies to each of the two tables. */
export const itemCounts = (columns: Fragment, where: Fragment): Fragment => sql`
  select ${columns}, sum(sites) as sites from (
    select type, slug, name, new_version, current_version, sites from update_counts where ${where}
    union all select type, slug, name, new_version, current_version, sites from update_count_changes where ${where}
  ) as parts group by ${columns} having sum(sites) > 0`

/** Keeps the number of changes small that readers have to add. */
export async function sumUpItemCounts(db: Database): Promise<void> {
  await queryRows(
    db,
    sql`with changes as (
        delete from update_count_changes returning type, slug, name, new_version, current_version, sites
      ), summed as (
        select type, slug, name, new_version, current_version, sum(sites) as sites from changes
        group by type, slug, name, new_version, current_version having sum(sites) <> 0)
      insert into update_counts as known (type, slug, name, new_version, current_version, sites)
      select type, slug, name, new_version, current_version, sites from summed
      order by type, slug, new_version, current_version, name
      on conflict (type, slug, new_version, current_version, name) do update set sites = known.sites + excluded.sites`,
  )
  await queryRows(db, sql`delete from update_counts where sites = 0`)
}

const clientColumnNames = ['sites', 'core', 'plugins', 'themes', 'translations', 'major', 'minor', 'patch', 'unknown']
/** One part per counted column, as a list or with another separator. */
const perColumn = (part: (column: Fragment) => Fragment, separator?: Fragment): Fragment =>
  sql.join(
    clientColumnNames.map((name) => part(sql.ref(name))),
    separator,
  )
const clientColumns = perColumn((column) => column)

/** The pending updates of each client: the summed counts and the changes since, to be added up. */
export const clientCounts = sql`select client_id, ${clientColumns} from client_update_counts
  union all select client_id, ${clientColumns} from client_update_count_changes`

export async function sumUpClientCounts(db: Database): Promise<void> {
  await queryRows(
    db,
    sql`with changes as (delete from client_update_count_changes returning client_id, ${clientColumns}),
      summed as (
        select client_id, ${perColumn((column) => sql`sum(${column}) as ${column}`)} from changes group by client_id)
      insert into client_update_counts as known (client_id, ${clientColumns})
      select client_id, ${clientColumns} from summed order by client_id
      on conflict (client_id) do update set
        ${perColumn((column) => sql`${column} = known.${column} + excluded.${column}`)}`,
  )
  const isEmpty = perColumn((column) => sql`${column} = 0`, sql` and `)
  await queryRows(db, sql`delete from client_update_counts where ${isEmpty}`)
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
const groupSums = sql.join(
  summedColumns.map((column) => sql`sum(${sql.ref(`counts.${column}`)})::bigint as ${sql.ref(column)}`),
)
const pendingSum = (table: 'counts' | 'counted'): Fragment =>
  sql.raw(`${table}.core + ${table}.plugins + ${table}.themes + ${table}.translations`)

/** For the whole fleet, clients are counted already. */
const clientGroups = sql`select client_id as id, sum(sites)::bigint as sites, ${groupSums} from (${clientCounts}) as counts
  group by client_id having sum(sites) > 0`

/** Other groups are added up from the counts of their sites. */
function siteGroups(group: UpdateGrouping, limits: Limits | null): Fragment {
  const key = group === 'client' ? sql`client_id` : sql`tag_id`
  const tags = group === 'tag' ? sql`join site_tags on site_tags.site_id = counts.site_id` : sql``
  return sql`select ${key} as id, count(*) as sites, ${groupSums} from site_update_counts as counts ${tags}
    where ${pendingSum('counts')} > 0 and ${siteIdIsVisible('counts.site_id', limits)} group by ${key}`
}

async function listGroups(
  db: Database,
  group: UpdateGrouping,
  limits: Limits | null,
  { page, perPage }: Page,
): Promise<{ rows: GroupRow[]; total: number }> {
  const groups = group === 'client' && !limits ? clientGroups : siteGroups(group, limits)
  const found = await queryRows(
    db,
    sql<GroupRow & { total: number }>`select counted.*, named.name from (
        select *, count(*) over () as total from (${groups}) as counts
        order by ${pendingSum('counts')} desc, id offset ${(page - 1) * perPage} limit ${perPage}
      ) as counted left join ${sql.table(`${group}s`)} as named using (id)
      order by ${pendingSum('counted')} desc, id`,
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
export async function takeRecounts(trx: Db, max: number): Promise<number[]> {
  const { rows } = await sql<{ site_id: number }>`
    delete from update_recounts where id in (
      select id from update_recounts order by id limit ${max} for update skip locked)
    returning site_id`.execute(trx)
  return [...new Set(rows.map(({ site_id }) => site_id))]
}

export async function deleteRecounts(trx: Db, recounts: readonly Recount[]): Promise<void> {
  await sql`delete from update_recounts where id = any (${recounts.map(({ id }) => id)}::bigint[])`.execute(trx)
}
