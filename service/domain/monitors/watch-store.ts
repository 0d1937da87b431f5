import { sql } from 'kysely'
import { type Database, queryRows } from '../../platform/database/database.ts'
import type { CheckedStatus } from './decide-status.ts'
import type { OwnColumns } from './monitor-settings.ts'

/** The number of shares; the database computes a monitor's share with the same number. */
export const shareCount = 64
export const monitorsChannel = 'monitors_changed'
/** Carries `down` or `up` and an address where a site went down or came back. */
export const stateChangeChannel = 'monitors_turned'

/** The columns that the checking process holds in memory. */
export interface WatchedRow extends OwnColumns {
  site_id: number
  share: number
  status: CheckedStatus
  checked_at: Date | null
  address: string | null
  url: string
  verify_tls: boolean
  http_user: string | null
  http_pass: string | null
  suspended: boolean
}

const selectWatched = sql<WatchedRow>`select monitors.site_id, share, active, interval_seconds, timeout_ms, max_retries,
  type,
    method, expected_status, keyword, monitors.status, monitors.checked_at, address, url, verify_tls, http_user, http_pass,
    suspended_by <> 'none' as suspended
  from monitors join sites on sites.id = monitors.site_id`

/** Without paused monitors that have no status: nothing is to be done for these. */
export const listWatched = (db: Database, shares: number[], activeByDefault: boolean): Promise<WatchedRow[]> =>
  queryRows(
    db,
    sql<WatchedRow>`${selectWatched} where share = any (${shares}::int[]) and (monitors.status <> 'first'
      or (coalesce(active, ${activeByDefault}::boolean) and suspended_by = 'none'))`,
  )

export async function findWatched(db: Database, siteId: number): Promise<WatchedRow | undefined> {
  return (await queryRows(db, sql<WatchedRow>`${selectWatched} where monitors.site_id = ${siteId}`))[0]
}
