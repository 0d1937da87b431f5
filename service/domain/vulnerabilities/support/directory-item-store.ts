import { sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import { fetchPage } from '../../../platform/database/listing.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../../sites/index.ts'

/** An installed plugin or theme by the name that it would have in the public directory. */
export interface ListedItem {
  kind: 'plugin' | 'theme'
  slug: string
  /** What the directory said before. */
  state: 'listed' | 'closed' | 'missing' | 'unknown'
}

/** Installed items that were not checked since then, the longest waiting first. */
export const listItemsToCheck = (db: Db, before: Date, max: number): Promise<ListedItem[]> =>
  queryRows(
    db,
    sql<ListedItem>`
      select installed.kind, installed.slug, coalesce(known.state, 'unknown') as state
      from (select distinct kind, software_folder(kind, slug) as slug from software_items) as installed
      left join directory_items as known on known.kind = installed.kind and known.slug = installed.slug collate "C"
      where (known.checked_at is null or known.checked_at < ${before}) and installed.slug ~ '^[a-z0-9][a-z0-9-]{0,199}$'
      order by known.checked_at nulls first, installed.kind, installed.slug limit ${max}`,
  )

export interface DirectoryState extends Pick<ListedItem, 'kind' | 'slug' | 'state'> {
  closed_on: string | null
  reason: string | null
}

export async function upsertDirectoryState(db: Db, item: DirectoryState, now: Date): Promise<void> {
  const { kind, slug, state, closed_on, reason } = item
  await sql`
    insert into directory_items (kind, slug, state, closed_on, reason, checked_at)
    values (${kind}, ${slug}, ${state}, ${closed_on}, ${reason}, ${now})
    on conflict (kind, slug) do update set state = excluded.state, closed_on = excluded.closed_on, reason = excluded.reason,
      checked_at = excluded.checked_at`.execute(db)
}

export interface ClosedItemRow {
  kind: 'plugin' | 'theme'
  slug: string
  name: string
  closed_on: string | null
  reason: string | null
  checked_at: Date
  sites: number
  active_sites: number
}

/** Closed items with their visible sites; those without any are left out. */
const closedItems = (limits: Limits | null) => sql`(
  select known.kind, known.slug, min(software.name) as name, known.closed_on, known.reason, known.checked_at,
    count(distinct software.site_id)::integer as sites,
    count(distinct software.site_id) filter (where software.active)::integer as active_sites
  from directory_items as known
  join software_items as item on item.kind = known.kind and software_folder(item.kind, item.slug) collate "C" = known.slug
  join site_software as software on software.kind = item.kind and software.slug = item.slug
  where known.state = 'closed' and ${siteIdIsVisible('software.site_id', limits)}
  group by known.kind, known.slug) as closed`

export const listClosedItems = (
  db: Database,
  limits: Limits | null,
  page: { page: number; perPage: number },
): Promise<{ rows: ClosedItemRow[]; total: number }> =>
  fetchPage<ClosedItemRow>(
    db,
    { columns: sql`*`, from: closedItems(limits), orderBy: sql`sites desc, kind, slug`, versions: [] },
    [],
    page,
  )

export async function countClosedItems(db: Db, limits: Limits | null): Promise<number> {
  const query = sql<{ total: number }>`select count(*)::integer as total from ${closedItems(limits)}`
  return oneRow(await queryRows(db, query)).total
}

/** When the directory was last asked about any item; null: never. */
export async function findLastCheck(db: Db): Promise<Date | null> {
  const query = sql<{ at: Date | null }>`select max(checked_at) as at from directory_items`
  return oneRow(await queryRows(db, query)).at
}
