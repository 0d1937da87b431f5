import { sql } from 'kysely'
import type { ChangeCursor } from '../../platform/connector/snapshot/changes.ts'
import { type SiteSnapshot, snapshotParts } from '../../platform/connector/snapshot/snapshot.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'

export interface PartState {
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

const partsOf = statement<PartState>(
  'site-parts',
  'select part, read_at, good_at, problem from site_parts where site_id = $1 order by part',
)
export function listParts(db: Database, siteId: number): Promise<PartState[]> {
  return db.fetch(partsOf, [siteId])
}

interface LastReading {
  parts: string[]
  seconds: number[]
  actions_after: number | null
  log_after: number | null
}

const lastReading = statement<LastReading>(
  'site-last-reading',
  `select coalesce(array_agg(part), '{}') as parts, coalesce(array_agg(extract(epoch from read_at)::float8), '{}') as seconds,
     (select actions_after from site_change_cursors where site_id = $1),
     (select log_after from site_change_cursors where site_id = $1)
   from site_parts where site_id = $1`,
)

/** When each part of a site was last read, and where its change log goes on; in one trip, as every sync begins with it. */
export async function findLastReading(
  db: Database,
  siteId: number,
): Promise<{ readAt: Map<string, Date>; cursor: ChangeCursor }> {
  const { parts, seconds, actions_after, log_after } = (await db.fetch(lastReading, [siteId]))[0]!
  return {
    readAt: new Map(parts.map((part, place) => [part, new Date(seconds[place]! * 1000)])),
    cursor: { actionsAfter: actions_after, logAfter: log_after },
  }
}

/** What it is asked for, and what every answer brings. */
const noted = [...snapshotParts, 'info'] as const

/** Notes what came, and what should have come and did not or could not be read. */
export async function keepParts(trx: Db, siteId: number, snapshot: SiteSnapshot): Promise<void> {
  const problems = Map.groupBy(snapshot.problems, ({ part }) => part)
  const told = noted.flatMap((part) => {
    const isThere = snapshot[part] !== undefined
    const reasons = problems.get(part)?.map(({ reason }) => reason)
    if (!isThere && !reasons) return []
    return [{ part, isThere, problem: reasons?.join('; ').slice(0, 500) ?? null }]
  })
  if (told.length === 0) return
  const { takenAt } = snapshot
  await sql`
    insert into site_parts (site_id, part, read_at, good_at, problem)
    select ${siteId}, part, ${takenAt}, case when is_there then ${takenAt}::timestamptz end, problem
    from unnest(${told.map(({ part }) => part)}::text[], ${told.map(({ isThere }) => isThere)}::boolean[],
      ${told.map(({ problem }) => problem)}::text[]) as told (part, is_there, problem)
    order by part
    on conflict (site_id, part) do update set read_at = excluded.read_at,
      good_at = coalesce(excluded.good_at, site_parts.good_at), problem = excluded.problem`.execute(trx)
}
