import { type Database, statement } from '../../platform/database/database.ts'
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

const columns = `monitors.site_id, share, active, interval_seconds, timeout_ms, max_retries, type, method, expected_status,
  keyword, monitors.status, monitors.checked_at, address, url, verify_tls, http_user, http_pass, suspended_by <> 'none' as suspended`

const watchedOfShares = statement<WatchedRow>(
  'monitors-of-shares',
  `select ${columns} from monitors join sites on sites.id = monitors.site_id where share = any ($1::int[])`,
)
const watchedSite = statement<WatchedRow>(
  'monitor-of-site',
  `select ${columns} from monitors join sites on sites.id = monitors.site_id where monitors.site_id = $1`,
)

export const listWatched = (db: Database, shares: number[]): Promise<WatchedRow[]> =>
  db.fetch(watchedOfShares, [shares])

export async function findWatched(db: Database, siteId: number): Promise<WatchedRow | undefined> {
  return (await db.fetch(watchedSite, [siteId]))[0]
}
