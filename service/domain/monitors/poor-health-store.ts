import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    poor_health: { site_id: number; score: number; notified_at: Date }
  }
}

export interface PoorHealth {
  id: number
  url: string
  name: string
  score: number
}

/** Returns sites in poor health that were not reported yet, and records them as reported. */
export async function recordNewlyPoor(trx: Db, threshold: number, now: Date): Promise<PoorHealth[]> {
  await sql`
    delete from poor_health using sites
    where sites.id = site_id and (health_score is null or health_score >= ${threshold} or suspended_by <> 'none')`.execute(
    trx,
  )
  const { rows } = await sql<PoorHealth>`
    with newly as (
      insert into poor_health (site_id, score, notified_at)
      select id, health_score, ${now} from sites where health_score < ${threshold} and suspended_by = 'none'
      on conflict do nothing returning site_id, score)
    select id, url, name, score from newly join sites on sites.id = site_id order by id`.execute(trx)
  return rows
}

/** Counts the sites that would be reported now. */
export async function countNewlyPoor(db: Db, threshold: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sites where health_score < ${threshold} and suspended_by = 'none'
      and not exists (select from poor_health where site_id = sites.id)`.execute(db)
  return oneRow(rows).count
}
