import { type SelectQueryBuilder, sql } from 'kysely'
import type { Limits } from '../../../operation/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { limitValues } from '../../sites/index.ts'
import type { UpdateType } from '../update.ts'
import type { HistoryRow } from './history-store.ts'
import type { Health, UpdateResult } from './outcome.ts'

export interface HistoryFilter {
  /** Undefined: all, those that are gone included. */
  siteIds?: readonly number[] | undefined
  jobId?: number | undefined
  types?: readonly UpdateType[]
  slugs?: readonly string[]
  results?: readonly UpdateResult[]
  health?: Health | undefined
  automatic?: boolean | undefined
  /** From this moment on, and before that one. */
  from?: Date | undefined
  to?: Date | undefined
  limits?: Limits | null
}

/** Counted up to here: nobody pages that far, and counting millions would make every page slow. */
export const countedHistory = 100_000

type Query = SelectQueryBuilder<Tables, 'update_history', object>

function filtered(db: Db, filter: HistoryFilter): Query {
  const { siteIds, jobId, types = [], slugs = [], results = [], health, automatic, from, to, limits } = filter
  let query: Query = db.selectFrom('update_history')
  if (siteIds) query = query.where(sql<boolean>`site_id = any (${siteIds}::bigint[])`)
  if (jobId !== undefined) query = query.where('job_id', '=', jobId)
  if (types.length > 0) query = query.where('type', 'in', types)
  if (slugs.length > 0) query = query.where(sql<boolean>`slug = any (${slugs}::text[])`)
  if (results.length > 0) query = query.where('result', 'in', results)
  if (health) query = query.where('health', '=', health)
  if (automatic !== undefined) query = query.where('automatic', '=', automatic)
  if (from) query = query.where('begun_at', '>=', from)
  if (to) query = query.where('begun_at', '<', to)
  if (limits) {
    const [sites, tags] = limitValues(limits)
    query = query.where(
      sql<boolean>`(site_id = any (${sites}::bigint[])
        or site_id in (select site_id from site_tags where tag_id = any (${tags}::bigint[])))`,
    )
  }
  return query
}

/** Newest first. */
export async function listHistory(
  db: Db,
  filter: HistoryFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const offset = (page - 1) * perPage
  const chosen = filtered(db, filter)
  const rows =
    offset >= countedHistory
      ? []
      : await chosen
          .selectAll()
          .orderBy('begun_at', 'desc')
          .orderBy('id', 'desc')
          .limit(perPage)
          .offset(offset)
          .execute()
  const { total } = await db
    .selectFrom(chosen.select(sql`1`.as('one')).limit(countedHistory).as('counted'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export interface HistoryPeriod {
  siteIds: readonly number[]
  /** From this moment on, and before that one. */
  from: Date
  to: Date
}

/** Every update that was run on these sites in a period, oldest first: for reports. */
export function updateHistoryOf(db: Db, period: HistoryPeriod): Promise<HistoryRow[]> {
  return filtered(db, period).selectAll().orderBy('begun_at').orderBy('id').execute()
}
