import { sql } from 'kysely'
import type { Context } from '../../operation/context.ts'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
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

const groupColumnNames = ['sites', 'core', 'plugins', 'themes', 'translations', 'major', 'minor', 'patch', 'unknown']
/** One part per counted column, as a list or with another separator. */
const perColumn = (part: (column: Fragment) => Fragment, separator?: Fragment): Fragment =>
  sql.join(
    groupColumnNames.map((name) => part(sql.ref(name))),
    separator,
  )
const groupColumns = perColumn((column) => column)

/** The pending updates of each client or tag: the summed counts and the changes since, to be added up. */
export const groupCounts = (kind: UpdateGrouping): Fragment => sql`
  select group_id, ${groupColumns} from update_group_counts where kind = ${sql.lit(kind)}
  union all select group_id, ${groupColumns} from update_group_count_changes where kind = ${sql.lit(kind)}`

export async function sumUpGroupCounts(db: Database): Promise<void> {
  await queryRows(
    db,
    sql`with changes as (delete from update_group_count_changes returning kind, group_id, ${groupColumns}),
      summed as (
        select kind, group_id, ${perColumn((column) => sql`sum(${column}) as ${column}`)} from changes
        group by kind, group_id)
      insert into update_group_counts as known (kind, group_id, ${groupColumns})
      select kind, group_id, ${groupColumns} from summed order by kind, group_id
      on conflict (kind, group_id) do update set
        ${perColumn((column) => sql`${column} = known.${column} + excluded.${column}`)}`,
  )
  const isEmpty = perColumn((column) => sql`${column} = 0`, sql` and `)
  await queryRows(db, sql`delete from update_group_counts where ${isEmpty}`)
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

/** For the whole fleet, groups are counted already. */
const fleetGroups = (group: UpdateGrouping): Fragment => sql`
  select group_id as id, sum(sites)::bigint as sites, ${groupSums} from (${groupCounts(group)}) as counts
  group by group_id having sum(sites) > 0`

/** For a limited caller they are added up from the counts of the visible sites. */
function visibleGroups(group: UpdateGrouping, limits: Limits): Fragment {
  const key = group === 'client' ? sql`client_id` : sql`tag_id`
  const tags = group === 'tag' ? sql`join site_tags on site_tags.site_id = counts.site_id` : sql``
  return sql`select ${key} as id, count(*) as sites, ${groupSums} from site_update_counts as counts ${tags}
    where counts.total > 0 and ${siteIdIsVisible('counts.site_id', limits)} group by ${key}`
}

async function listGroups(
  db: Database,
  group: UpdateGrouping,
  limits: Limits | null,
  { page, perPage }: Page,
): Promise<{ rows: GroupRow[]; total: number }> {
  const groups = limits ? visibleGroups(group, limits) : fleetGroups(group)
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
