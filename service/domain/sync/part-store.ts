import { sql } from 'kysely'
import type { IngestItem } from '../../operation/ingest.ts'
import type { ChangeCursor } from '../../platform/connector/snapshot/changes.ts'
import { type SiteSnapshot, snapshotParts } from '../../platform/connector/snapshot/snapshot.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { microBatched } from '../../platform/database/micro-batcher.ts'
import { present } from '../../platform/present.ts'
import type { UnixSeconds } from '../../platform/unix-seconds.ts'

interface PartState {
  part: string
  read_at: Date
  good_at: Date | null
  problem: string | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_parts: PartState & { site_id: number }
  }
}

export function listParts(db: Database, siteId: number): Promise<PartState[]> {
  return queryRows(
    db,
    sql<PartState>`select part, read_at, good_at, problem from site_parts where site_id = ${siteId} order by part`,
  )
}

interface LastReading {
  /** When each part was last read, in seconds. */
  readAt: Record<string, UnixSeconds>
  /** Where the change log continues. */
  cursor: ChangeCursor
}

/** The last reading of a site. Every sync begins with it, and many begin at the same time. */
export const findLastReading = microBatched(async (db, siteIds: number[]) => {
  const rows = await queryRows(
    db,
    sql<LastReading & { site_id: number }>`select site_id, coalesce(parts.read_at, '{}') as "readAt",
        json_build_object('actionsAfter', actions_after, 'logAfter', log_after) as cursor
      from unnest(${siteIds}::bigint[]) as requested (site_id)
      left join site_change_cursors using (site_id)
      left join lateral (
        select json_object_agg(part, extract(epoch from read_at)) as read_at
        from site_parts where site_parts.site_id = requested.site_id) as parts on true`,
  )
  const found = new Map(rows.map((row) => [row.site_id, row]))
  return siteIds.map((id): LastReading => present(found.get(id), 'the row of a requested site'))
})

/** The parts that are requested, and the one that every answer contains. */
const recordedParts = [...snapshotParts, 'info'] as const

/** Records the parts that were received, and the problems of those that were missing or unreadable. */
export async function ingestParts(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const states = items.flatMap(({ siteId, snapshot }) => statesOf(siteId, snapshot))
  if (states.length === 0) return
  await sql`
    insert into site_parts (site_id, part, read_at, good_at, problem)
    select site_id, part, read_at, case when is_present then read_at end, problem
    from json_to_recordset(${JSON.stringify(states)}::json)
      as given (site_id bigint, part text, read_at timestamptz, is_present boolean, problem text)
    order by site_id, part
    on conflict (site_id, part) do update set read_at = excluded.read_at,
      good_at = coalesce(excluded.good_at, site_parts.good_at), problem = excluded.problem`.execute(trx)
}

function statesOf(site_id: number, snapshot: SiteSnapshot) {
  const problems = Map.groupBy(snapshot.problems, ({ part }) => part)
  const read_at = snapshot.takenAt.toISOString()
  return recordedParts.flatMap((part) => {
    const is_present = snapshot[part] !== undefined
    const reasons = problems.get(part)?.map(({ reason }) => reason)
    if (!is_present && !reasons) return []
    return [{ site_id, part, read_at, is_present, problem: reasons?.join('; ').slice(0, 500).toWellFormed() }]
  })
}
