import { type Selectable, sql } from 'kysely'
import { partialOutcome } from '../../operation/audit.ts'
import type { AuditRow } from '../../operation/audit-trail/audit-tables.ts'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { allOf, type Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import type { AuditFilter } from './audit-filter.ts'
import { type AuditKind, kindOf } from './audit-kinds.ts'
import { failedOutcomes, unknownOutcomes } from './audit-results.ts'

/** After this line of a list, which is in the order of time. */
export interface AuditCursor {
  at: Date
  id: number
}

export interface ListedAuditLine extends Omit<Selectable<AuditRow>, 'seal'> {
  /** The present login of the user; null if there is no such user any more. */
  user_login: string | null
  key_description: string | null
  /** The first three sites that the line is about. */
  sites: { id: number; name: string; url: string }[]
  site_count: number
}

const maxCounted = 100_000

interface Page {
  /** Lines to leave out: for pages by number. */
  offset?: number
  after?: AuditCursor | undefined
  limit: number
}

/** Newest first, with the calls whose outcome is not known yet. The names are read with the lines, in one query. */
export async function listAuditLines(db: Database, filter: AuditFilter, page: Page): Promise<ListedAuditLine[]> {
  const { offset = 0, after, limit } = page
  if (offset >= maxCounted) return []
  const operations = await findOperations(db, filter.kind)
  const end = offset + limit
  return queryRows(
    db,
    sql<ListedAuditLine>`
    with page as (
      select * from (
        (${select(filter, operations, after)} ${order(filter)} limit ${end})
        union all (${selectOpen(filter, operations, after)} order by at desc, id desc limit ${end})
      ) as lines order by at desc, id desc limit ${limit} offset ${offset})
    select page.*, users.login as user_login, api_keys.description as key_description,
      coalesce(linked.sites, '[]'::json) as sites, coalesce(linked.count, 0) as site_count
    from page left join users on users.id = page.user_id left join api_keys on api_keys.id = page.key_id
    left join lateral (
      select json_agg(json_build_object('id', site.id, 'name', site.name, 'url', site.url) order by site.id)
          filter (where site.number <= 3) as sites, count(*) as count
      from (select sites.id, sites.name, sites.url, row_number() over (order by sites.id) as number
        from audit_line_sites join sites on sites.id = site_id where line_id = page.id) as site
    ) as linked on true
    order by page.at desc, page.id desc`,
  )
}

/** Up to 100,000. */
export async function countAuditLines(db: Database, filter: AuditFilter): Promise<number> {
  const operations = await findOperations(db, filter.kind)
  const { count } = oneRow(
    await queryRows(
      db,
      sql<{ count: number }>`select count(*) as count from (
        (${select(filter, operations)} limit ${maxCounted}) union all (${selectOpen(filter, operations)} limit ${maxCounted})) as counted`,
    ),
  )
  return Math.min(count, maxCounted)
}

const columns = sql`id, lines.at, actor_kind, actor_name, user_id, key_id, address, request_id, operation, subject`

/** Lines of a site are read in the order of their links, which have the same time. */
const source = ({ siteId }: AuditFilter): Fragment =>
  siteId === undefined
    ? sql`audit_lines as lines`
    : sql`audit_line_sites as link join audit_lines as lines on lines.id = link.line_id`

const order = ({ siteId }: AuditFilter): Fragment =>
  siteId === undefined ? sql`order by lines.at desc, id desc` : sql`order by link.at desc, link.line_id desc`

const select = (filter: AuditFilter, operations: string[] | null, after?: AuditCursor): Fragment =>
  sql`select ${columns}, outcome from ${source(filter)}
    where ${allOf([...conditions(filter, operations, after), ...resultConditions(filter)])}`

/** A call that has not ended has no links to sites yet. */
function selectOpen(filter: AuditFilter, operations: string[] | null, after?: AuditCursor): Fragment {
  const { siteId, limits, result, outcome } = filter
  const matches =
    siteId === undefined &&
    limits === null &&
    (result === undefined || result === 'unknown') &&
    (outcome === undefined || outcome === 'started')
  return sql`select ${columns}, 'started' as outcome from audit_open_calls as lines
    where ${allOf([matches ? sql`true` : sql`false`, ...conditions({ ...filter, siteId: undefined, limits: null }, operations, after)])}`
}

function conditions(filter: AuditFilter, operations: string[] | null, after?: AuditCursor): Fragment[] {
  const { userId, peopleOnly, siteId, operation, actor, since, until, limits } = filter
  const time = siteId === undefined ? sql`lines.at` : sql`link.at`
  const id = siteId === undefined ? sql`id` : sql`link.line_id`
  const all: Fragment[] = []
  if (userId !== undefined) all.push(sql`user_id = ${userId}`)
  if (peopleOnly) all.push(sql`actor_kind = 'user'`)
  if (siteId !== undefined) all.push(sql`link.site_id = ${siteId}`)
  if (operation !== undefined) all.push(sql`operation = ${operation}`)
  if (operations !== null) all.push(sql`operation = any (${operations}::text[])`)
  // For a key, the name of its owner is followed by the key.
  if (actor !== undefined) all.push(sql`split_part(actor_name, ' (key ', 1) = ${actor}`)
  if (since) all.push(sql`${time} >= ${since}`)
  if (until) all.push(sql`${time} < ${until}`)
  if (after) all.push(sql`(${time}, ${id}) < (${after.at}::timestamptz, ${after.id}::bigint)`)
  if (limits) all.push(isWithin(limits))
  return all
}

/** The line is about sites within the limits only: its text may name each of them. */
const isWithin = (limits: Limits): Fragment => sql`
  exists (select from audit_line_sites as own where own.line_id = lines.id)
  and not exists (select from audit_line_sites as own
    where own.line_id = lines.id and not (${siteIdIsVisible('own.site_id', limits)}))`

/** As literals, so that the partial indexes apply. */
function resultConditions({ result, outcome }: AuditFilter): Fragment[] {
  const unknown = sql.join(unknownOutcomes.map((code) => sql.lit(code)))
  const byResult = {
    done: sql`outcome = 'ok'`,
    partial: sql`outcome = ${partialOutcome}`,
    unknown: sql`outcome in (${unknown})`,
    failed: sql`outcome <> 'ok' and outcome = any (${[...failedOutcomes]}::text[])`,
    refused: sql`outcome <> 'ok' and outcome not in (${unknown}, ${partialOutcome}) and outcome <> all (${[...failedOutcomes]}::text[])`,
  }
  return [...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]), ...(result ? [byResult[result]] : [])]
}

/** The recorded operations of a kind; null: all. Reads one index entry per operation. */
async function findOperations(db: Database, kind: AuditKind | undefined): Promise<string[] | null> {
  if (kind === undefined) return null
  const rows = await queryRows(
    db,
    sql<{ operation: string }>`
    with recursive known as (
      (select operation from audit_lines order by operation limit 1)
      union all
      select (select operation from audit_lines where operation > known.operation order by operation limit 1)
      from known where known.operation is not null)
    select operation from known where operation is not null
    union select operation from audit_open_calls`,
  )
  return rows.map(({ operation }) => operation).filter((operation) => kindOf(operation) === kind)
}

const exportedAtOnce = 500

/** All lines that match, in pages that are fetched on demand. */
export async function* pagesOfAuditLines(db: Database, filter: AuditFilter): AsyncGenerator<ListedAuditLine[]> {
  let lines = await listAuditLines(db, filter, { limit: exportedAtOnce })
  for (let last = lines.at(-1); last; last = lines.at(-1)) {
    yield lines
    lines = await listAuditLines(db, filter, { limit: exportedAtOnce, after: last })
  }
}
