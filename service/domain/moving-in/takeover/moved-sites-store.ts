import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import { allOf } from '../../../platform/database/fragments.ts'
import { oneRow } from '../../../platform/database/one-row.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    moved_sites: {
      site_id: number
      source: string
      old_id: number
      imported_key: string
      moved_at: Date
      tried_at: Date | null
      problem_code: string | null
      problem: string | null
    }
  }
}

/**
 * Follows from the keys, not from a record of what was done. `shared`: the other dashboard has the key too. `failed`: the same, and an
 * attempt failed. `unknown`: an attempt did not end clearly, both keys are stored. `taken_over`: only this installation has the key.
 */
export const takeoverStates = ['shared', 'failed', 'unknown', 'taken_over'] as const
export type TakeoverState = (typeof takeoverStates)[number]

const digestOfKey = sql`encode(sha256(convert_to(coalesce(sites.public_key, ''), 'UTF8')), 'hex')`
const state = sql<TakeoverState>`case when ${digestOfKey} <> moved.imported_key then 'taken_over'
  when sites.pending_private_key is not null then 'unknown'
  when moved.problem_code is not null then 'failed' else 'shared' end`
const movedSites = sql`moved_sites as moved join sites on sites.id = moved.site_id`

/** After their keys were stored. A site that comes from two dashboards belongs to the last one. */
export async function upsertMovedSites(
  trx: Db,
  source: string,
  sites: readonly { id: number; oldId: number }[],
  now: Date,
): Promise<void> {
  const [ids, oldIds] = [sites.map(({ id }) => id), sites.map(({ oldId }) => oldId)]
  await sql`insert into moved_sites (site_id, source, old_id, imported_key, moved_at)
    select sites.id, ${source}, given.old_id, ${digestOfKey}, ${now}
    from unnest(${ids}::bigint[], ${oldIds}::bigint[]) as given (id, old_id) join sites on sites.id = given.id
    on conflict (site_id) do update set source = excluded.source, old_id = excluded.old_id,
      imported_key = excluded.imported_key, moved_at = excluded.moved_at,
      tried_at = null, problem_code = null, problem = null`.execute(trx)
}

export interface MovedSiteRow {
  site_id: number
  name: string
  url: string
  status: 'connected' | 'disconnected' | 'suspended'
  source: string
  old_id: number
  state: TakeoverState
  moved_at: Date
  tried_at: Date | null
  problem_code: string | null
  problem: string | null
}

const columns = sql`moved.site_id, sites.name, sites.url, sites.status, moved.source, moved.old_id, ${state} as state,
  moved.moved_at, moved.tried_at, moved.problem_code, moved.problem`

export interface MovedSiteFilter {
  state?: TakeoverState | undefined
  source?: string | undefined
  tagIds?: readonly number[] | undefined
  siteIds?: readonly number[] | undefined
}

function conditionsOf({ state: wanted, source, tagIds, siteIds }: MovedSiteFilter) {
  const conditions = []
  if (wanted !== undefined) conditions.push(sql<boolean>`${state} = ${wanted}`)
  if (source !== undefined) conditions.push(sql<boolean>`moved.source = ${source}`)
  if (siteIds !== undefined) conditions.push(sql<boolean>`moved.site_id = any (${[...siteIds]}::bigint[])`)
  if (tagIds !== undefined)
    conditions.push(
      sql<boolean>`moved.site_id in (select site_id from site_tags where tag_id = any (${[...tagIds]}::bigint[]))`,
    )
  return allOf(conditions)
}

export const listMovedSiteRows = (
  db: Db,
  filter: MovedSiteFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<MovedSiteRow[]> =>
  queryRows(
    db,
    sql<MovedSiteRow>`select ${columns} from ${movedSites} where ${conditionsOf(filter)}
      order by moved.source, moved.old_id limit ${perPage} offset ${(page - 1) * perPage}`,
  )

export const listAllMovedSites = (db: Db, filter: MovedSiteFilter): Promise<MovedSiteRow[]> =>
  queryRows(db, sql<MovedSiteRow>`select ${columns} from ${movedSites} where ${conditionsOf(filter)} order by site_id`)

export async function countMovedSites(db: Db, filter: MovedSiteFilter): Promise<Record<TakeoverState, number>> {
  const rows = await queryRows(
    db,
    sql<Record<TakeoverState, number>>`select ${sql.join(
      takeoverStates.map((each) => sql`count(*) filter (where state = ${sql.lit(each)})::int as ${sql.ref(each)}`),
    )} from (select ${state} as state from ${movedSites} where ${conditionsOf(filter)}) as counted`,
  )
  return oneRow(rows)
}

export async function recordTakeover(
  db: Db,
  siteId: number,
  problem: { code: string; message: string } | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('moved_sites')
    .set({ tried_at: now, problem_code: problem?.code ?? null, problem: problem?.message ?? null })
    .where('site_id', '=', siteId)
    .execute()
}
