import { sql } from 'kysely'
import { type Db, queryRows } from '../../../../platform/database/database.ts'
import { scheduleSites } from '../../../sites/index.ts'
import type { Baseline } from '../gates/compare-pages.ts'
import type { Watch } from './plan-watch.ts'

/**
 * How a watch ended. `failed`: a later check failed. `unknown`: the site could not be checked. `stopped`: the policy, the state of the
 * site or another update ended it before its last check.
 */
export type WatchResult = 'passed' | 'failed' | 'unknown' | 'stopped'

export interface OpenWatch {
  run: string
  before: Baseline[]
  from: Date
  minutes: number[]
  next_at: Date
  until: Date
}

export async function startWatch(
  trx: Db,
  { run, siteId, from, minutes, nextAt, until }: Watch & { run: string; siteId: number },
): Promise<void> {
  await sql`update update_checks set watched_from = ${from}, watched_until = ${until}, watch_minutes = ${[...minutes]}::integer[],
      watch_next_at = ${nextAt}, watch_ended_at = null, watch_result = null, watch_message = null
    where run = ${run}`.execute(trx)
  await scheduleWatch(trx, siteId)
}

/** Of a site, the oldest first. */
export const listOpenWatches = (db: Db, siteId: number): Promise<OpenWatch[]> =>
  queryRows(
    db,
    sql<OpenWatch>`select run, before, watched_from as "from", watch_minutes as minutes, watch_next_at as next_at,
        watched_until as until
      from update_checks where site_id = ${siteId} and watch_next_at is not null order by watched_from, run`,
  )

export async function updateWatch(trx: Db, siteId: number, run: string, nextAt: Date): Promise<void> {
  await sql`update update_checks set watch_next_at = ${nextAt} where run = ${run} and watch_next_at is not null`.execute(
    trx,
  )
  await scheduleWatch(trx, siteId)
}

/** The run is checked at the next opportunity. False: it is not watched. */
export async function hastenWatch(trx: Db, siteId: number, run: string, now: Date): Promise<boolean> {
  const due = await queryRows(
    trx,
    sql`update update_checks set watch_next_at = least(watch_next_at, ${now}) where run = ${run} and watch_next_at is not null returning run`,
  )
  if (due.length > 0) await scheduleWatch(trx, siteId)
  return due.length > 0
}

export async function endWatch(
  trx: Db,
  { siteId, run, result, message }: { siteId: number; run: string; result: WatchResult; message: string | null },
  now: Date,
): Promise<void> {
  await sql`update update_checks set watch_next_at = null, watch_ended_at = ${now}, watch_result = ${result}, watch_message = ${message}
    where run = ${run} and watch_next_at is not null`.execute(trx)
  await scheduleWatch(trx, siteId)
}

/** The site is due at its next check; a site without one has no schedule. */
export async function scheduleWatch(trx: Db, siteId: number): Promise<void> {
  const [next] = (await listOpenWatches(trx, siteId))
    .map(({ next_at }) => next_at)
    .sort((a, b) => a.getTime() - b.getTime())
  await scheduleSites(trx, 'watch', [siteId], next ?? null)
}
