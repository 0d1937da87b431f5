import { type Generated, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../../../operation/actor.ts'
import type { Limits } from '../../../operation/limits.ts'
import { isoTime } from '../../../operation/shapes.ts'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import type { Fragment } from '../../../platform/database/fragments.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { siteIdIsVisible } from '../../sites/index.ts'
import type { UpdateType } from '../update.ts'
import {
  checksFailed,
  type Health,
  isNotTried,
  itemMissing,
  notChecked,
  type RunItem,
  rolledBack,
  type UpdateOutcome,
  type UpdateResult,
} from './update-outcome.ts'

/** A dated line: the outcome was another one before. */
export interface Amendment {
  at: string
  before: UpdateResult
  result: UpdateResult
  message: string
}

interface UpdateHistoryTable {
  id: Generated<number>
  site_id: number | null
  job_id: number | null
  begun_at: Date
  ended_at: Date | null
  user_id: number | null
  key_id: number | null
  automatic: Generated<boolean>
  run: string
  type: UpdateType
  slug: string
  name: string
  from_version: string
  to_version: string
  /** The version that was to be installed; null for rows from before it was recorded. */
  wanted_version: string | null
  result: Generated<UpdateResult>
  error_code: string | null
  message: string | null
  health: Health | null
  /** What later checks and syncs found, the oldest first. */
  amendments: Generated<Amendment[]>
  user_name: string
  site_url: string
  site_name: string
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    update_history: UpdateHistoryTable
  }
}

export type UpdateHistoryRow = Selectable<UpdateHistoryTable>

/** One run of updates on one site. */
export interface UpdateRun {
  id: string
  site: { id: number; url: string; name: string }
  actor: Pick<Actor, 'name' | 'userId' | 'keyId'>
  automatic: boolean
}

/** Called before the update is sent: after a crash the rows show what may have happened. */
export async function recordStart(db: Database, run: UpdateRun, items: readonly RunItem[], now: Date): Promise<void> {
  const column = (read: (item: RunItem) => string) => items.map(read)
  const { id, site, actor, automatic } = run
  await queryRows(
    db,
    sql`insert into update_history as known
        (run, site_id, site_url, site_name, automatic, user_name, user_id, key_id, begun_at, job_id,
         type, slug, name, from_version, to_version, wanted_version)
      select ${id}::uuid, ${site.id}::bigint, ${site.url}, ${site.name}, ${automatic}::boolean, ${actor.name},
        ${actor.userId}::bigint, ${actor.keyId}::bigint, ${now}::timestamptz,
        (select job_id from job_targets where state = 'running' and input ->> 'run' = ${id}::uuid::text limit 1), item.*, item."to"
      from unnest(${column(({ type }) => type)}::text[], ${column(({ slug }) => slug)}::text[],
        ${column(({ name }) => name)}::text[], ${column(({ from }) => from)}::text[],
        ${column(({ to }) => to)}::text[]) as item (type, slug, name, "from", "to")
      on conflict (run, type, slug) do update set
        result = 'running', begun_at = excluded.begun_at, ended_at = null, error_code = null, message = null, health = null,
        from_version = excluded.from_version, to_version = excluded.to_version, wanted_version = excluded.wanted_version`,
  )
}

const outcomeRecords = (
  outcomes: readonly UpdateOutcome[],
) => sql`jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
  as item (type text, slug text, name text, "from" text, "to" text, result text, code text, message text)`

/** What came of sending the items. They have not ended before their site was checked: `recordOutcomes` ends them. */
export async function recordSentItems(db: Db, run: string, outcomes: readonly UpdateOutcome[]): Promise<void> {
  await sql`update update_history as row set result = item.result, error_code = item.code, message = item.message,
      name = item.name, from_version = item.from, to_version = item.to
    from ${outcomeRecords(outcomes)} where row.run = ${run} and row.type = item.type and row.slug = item.slug`.execute(
    db,
  )
}

/** An item that has ended, or has another outcome than before. */
export type EndedItem = Pick<UpdateHistoryRow, 'id' | 'type' | 'slug' | 'job_id' | 'wanted_version'>

/** Ends items of a run; returns those whose outcome was not recorded before. Null keeps the health. */
export async function updateOutcomes(
  trx: Db,
  { run, health }: { run: string; health: Health | null },
  outcomes: readonly UpdateOutcome[],
  now: Date,
): Promise<EndedItem[]> {
  const { rows } = await sql<EndedItem & { is_new: boolean }>`
    update update_history as row set result = item.result, error_code = item.code, message = item.message,
      name = item.name, from_version = item.from, to_version = item.to, ended_at = ${now}, health = coalesce(${health}, row.health)
    from ${outcomeRecords(outcomes)}, update_history as known
    where row.run = ${run} and row.type = item.type and row.slug = item.slug and known.id = row.id
    returning row.id, row.type, row.slug, row.job_id, row.wanted_version,
      (known.ended_at is null or (known.result, known.error_code) is distinct from (item.result, item.code)) as is_new`.execute(
    trx,
  )
  return rows.filter((row) => row.is_new)
}

/**
 * Changes the outcome of items that have ended, with a dated line; returns those whose outcome changed. An item whose outcome stays
 * gets only the line, if it has a `note`.
 */
export async function amendOutcomes(
  trx: Db,
  { run, health }: { run: string; health: Health | null },
  outcomes: readonly (UpdateOutcome & { note?: string | undefined })[],
  now: Date,
): Promise<EndedItem[]> {
  const { rows } = await sql<EndedItem & { is_new: boolean }>`
    update update_history as row set result = item.result, error_code = item.code, to_version = item.to,
      message = case when item.note is null then item.message else row.message end, health = coalesce(${health}, row.health),
      amendments = row.amendments || jsonb_build_object('at', ${isoTime(now)}::text, 'before', row.result, 'result', item.result,
        'message', coalesce(item.note, item.message, ''))
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as item (type text, slug text, "to" text, result text, code text, message text, note text), update_history as known
    where row.run = ${run} and row.type = item.type and row.slug = item.slug and known.id = row.id and row.ended_at is not null
      and (item.note is not null or (row.result, row.error_code) is distinct from (item.result, item.code))
    returning row.id, row.type, row.slug, row.job_id, row.wanted_version,
      (known.result, known.error_code) is distinct from (item.result, item.code) as is_new`.execute(trx)
  return rows.filter((row) => row.is_new)
}

export const listRunItems = (db: Db, run: string): Promise<UpdateHistoryRow[]> =>
  queryRows(db, sql<UpdateHistoryRow>`select * from update_history where run = ${run} order by id`)

/** Undefined for callers who may not see its site. */
export const findHistoryRow = async (
  db: Database,
  id: number,
  limits: Limits | null,
): Promise<UpdateHistoryRow | undefined> =>
  (
    await queryRows(
      db,
      sql<UpdateHistoryRow>`select * from update_history
        where id = ${id} and ${limits === null ? sql`true` : siteIdIsVisible('site_id', limits)}`,
    )
  )[0]

/** Plugins and themes of a run whose new version may be on the site, or that were rolled back since then. */
export async function listRunItemsToRollBack(db: Database, run: string, since: Date): Promise<RunItem[]> {
  const rows = (await listRunItems(db, run)).filter(({ type }) => type === 'plugin' || type === 'theme')
  return rows.flatMap(({ type, slug, name, from_version: from, to_version, wanted_version, ...row }) => {
    const { result, error_code, ended_at } = row
    const mayBeInstalled = ['updated', 'unknown', 'rolled_back'].includes(result) || error_code === checksFailed
    const isInstalled = mayBeInstalled && to_version !== from
    const isBack = result === 'rolled_back' && to_version === from && ended_at !== null && ended_at >= since
    if (isInstalled) return [{ type, slug, name, from, to: to_version }]
    return isBack ? [{ type, slug, name, from, to: wanted_version ?? to_version }] : []
  })
}

/** Whether a run has sent something to its site, as far as it is known. */
export const hasTriedItems = async (db: Database, run: string): Promise<boolean> =>
  (await listRunItems(db, run)).some(({ result }) => !isNotTried(result))

/**
 * Items that were started on a site and have no known outcome, and those of other runs that ended before their site was checked.
 * Only the holder of the site lock may settle them.
 */
export const listUnfinishedItems = (db: Database, siteId: number, run: string): Promise<UpdateHistoryRow[]> =>
  queryRows(
    db,
    sql<UpdateHistoryRow>`select * from update_history where site_id = ${siteId} and (result = 'running'
        or (result = 'unknown' and error_code is distinct from ${sql.lit(notChecked)}) or (ended_at is null and run <> ${run}))
      order by id`,
  )

/** The newest update of each plugin, theme and WordPress on these sites, where it was installed since then. */
export const listNewestUpdates = (db: Db, siteIds: readonly number[], since: Date): Promise<UpdateHistoryRow[]> =>
  queryRows(
    db,
    sql<UpdateHistoryRow>`select * from (
        select distinct on (site_id, type, slug) * from update_history
        where site_id = any (${siteIds}::bigint[]) and begun_at > ${since} and type <> 'translation'
        order by site_id, type, slug, id desc) as newest
      where result = 'updated' and ended_at is not null`,
  )

/** Whether the log of the site has a deletion or replacement of the item after its update. */
export const hasChangeByPerson = async (
  db: Db,
  { site_id, name, slug, ended_at }: Pick<UpdateHistoryRow, 'site_id' | 'name' | 'slug' | 'ended_at'>,
): Promise<boolean> =>
  (
    await queryRows(
      db,
      sql`select from site_changes where site_id = ${site_id} and at > ${ended_at}
        and action in ('deleted', 'installed', 'uploaded') and item in (${name}, ${slug}) limit 1`,
    )
  ).length > 0

export interface FailedUpdateFacts {
  count: number
  /** Of these, updates whose outcome is not known. */
  unknown: number
  /** The newest three. */
  names: string[]
  message: string | null
}

/** Results that need a person: the update was tried and is not installed, or it is not known whether it is. */
const failedResults = ['download_failed', 'rolled_back', 'no_effect', 'interrupted', 'failed', 'unknown'] as const

/**
 * Sites whose last attempt of a still available update failed since then, the newest first; also updates that are installed while
 * the site fails its checks, those whose item is gone, and those that were rolled back: WordPress may offer them again only later.
 */
export const failedUpdateRows = (limits: Limits | null, since: Date): Fragment =>
  sql`select site_id || ' ' || max(failed.id) as key, site_id, max(begun_at) as at,
      row_number() over (order by max(failed.id) desc) as position, null::bigint as assigned_user_id,
      jsonb_build_object('count', count(*), 'unknown', count(*) filter (where result = 'unknown'),
        'names', (array_agg(name order by failed.id desc))[1:3], 'message', (array_agg(message order by failed.id desc))[1]) as facts
    from update_history as failed
    where result in (${sql.join(failedResults.map((result) => sql.lit(result)))}) and begun_at > ${since}
      and site_id is not null and ${siteIdIsVisible('site_id', limits)}
      and (exists (select from site_updates as offered where offered.site_id = failed.site_id and offered.type = failed.type
          and offered.slug = failed.slug and not offered.ignored)
        or (error_code = ${sql.lit(rolledBack)} and not exists (select from site_updates as ignored where ignored.site_id = failed.site_id
          and ignored.type = failed.type and ignored.slug = failed.slug and ignored.ignored))
        or (error_code in (${sql.lit(checksFailed)}, ${sql.lit(notChecked)}, ${sql.lit(itemMissing)})
          and exists (select from failed_site_checks as broken where broken.site_id = failed.site_id))
        or (error_code = ${sql.lit(itemMissing)} and not exists (select from site_software as item
          where item.site_id = failed.site_id and item.kind = failed.type and item.slug = failed.slug)))
      and not exists (select from update_history as later where later.site_id = failed.site_id and later.type = failed.type
        and later.slug = failed.slug and later.id > failed.id)
    group by site_id`

interface UpdateHistoryFilter {
  /** Undefined: all sites, deleted ones included. */
  siteIds?: readonly number[] | undefined
  jobId?: number | undefined
  types?: readonly UpdateType[]
  slugs?: readonly string[]
  results?: readonly UpdateResult[]
  health?: Health | undefined
  automatic?: boolean | undefined
  watching?: boolean | undefined
  amended?: boolean | undefined
  /** `from` is included, `to` is not. */
  from?: Date | undefined
  to?: Date | undefined
  limits?: Limits | null
}

/** Rows are counted up to here: counting millions would make every page slow. */
export const countedHistory = 100_000

type Query = SelectQueryBuilder<Tables, 'update_history', object>

function filtered(db: Db, filter: UpdateHistoryFilter): Query {
  const {
    siteIds,
    jobId,
    types = [],
    slugs = [],
    results = [],
    health,
    automatic,
    watching,
    amended,
    from,
    to,
    limits,
  } = filter
  let query: Query = db.selectFrom('update_history')
  if (siteIds) query = query.where(sql<boolean>`site_id = any (${siteIds}::bigint[])`)
  if (jobId !== undefined) query = query.where('job_id', '=', jobId)
  if (types.length > 0) query = query.where('type', 'in', types)
  if (slugs.length > 0) query = query.where(sql<boolean>`slug = any (${slugs}::text[])`)
  if (results.length > 0) query = query.where('result', 'in', results)
  if (health) query = query.where('health', '=', health)
  if (automatic !== undefined) query = query.where('automatic', '=', automatic)
  if (watching)
    query = query.where(sql<boolean>`run in (select run from update_checks where watch_next_at is not null)`)
  if (amended) query = query.where(sql<boolean>`amendments <> '[]'`)
  if (from) query = query.where('begun_at', '>=', from)
  if (to) query = query.where('begun_at', '<', to)
  if (limits) query = query.where(siteIdIsVisible('site_id', limits))
  return query
}

/** Newest first. */
export async function listHistory(
  db: Db,
  filter: UpdateHistoryFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: UpdateHistoryRow[]; total: number }> {
  const offset = (page - 1) * perPage
  const selected = filtered(db, filter)
  const rows =
    offset >= countedHistory
      ? []
      : await selected
          .selectAll()
          .orderBy('begun_at', 'desc')
          .orderBy('id', 'desc')
          .limit(perPage)
          .offset(offset)
          .execute()
  const { total } = await db
    .selectFrom(selected.select(sql`1`.as('one')).limit(countedHistory).as('counted'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
