import { LRUCache } from 'lru-cache'
import type { Clock } from '../../clock.ts'
import { longestMaintenanceMs } from '../../outbound/wordpress-maintenance.ts'
import type { How, SiteAddress } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'

const maxSites = 10_000
const firstPauseMs = 1_000
const longestPauseMs = 15_000

/** The sites that are in maintenance, since when, and how long a call waits for its end. */
export class MaintenanceStates {
  readonly #since = new LRUCache<string, number>({ max: maxSites })
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  ended(site: SiteAddress): void {
    this.#since.delete(site.url)
  }

  /**
   * Waits until the site may be called again; throws when the patience of the call is used up. WordPress ends a maintenance
   * after ten minutes, so a site that claims to be in one for longer is not waited for.
   */
  async wait(site: SiteAddress, attempt: number, how: How): Promise<void> {
    const now = this.#clock.now().getTime()
    const since = this.#since.get(site.url) ?? now
    this.#since.set(site.url, since)
    const until = since + longestMaintenanceMs
    const { patience, signal } = how
    const pauseMs = Math.min(firstPauseMs * 2 ** attempt, longestPauseMs)
    if (!patience || patience.leftMs < pauseMs || now >= until || signal?.aborted) throw inMaintenance(site, since, now)
    patience.leftMs -= pauseMs
    await new Promise<void>((resolve) => void this.#clock.after(pauseMs, resolve))
    if (signal?.aborted) throw inMaintenance(site, since, now)
  }
}

function inMaintenance({ label }: SiteAddress, since: number, now: number): ConnectorError {
  const until = since + longestMaintenanceMs
  const sentence =
    now < until
      ? `“${label}” is in maintenance, because WordPress installs an update there. It ends by ${timeOf(until)} at the latest; try again in a minute.`
      : `“${label}” answers since ${timeOf(since)} that it is in maintenance. WordPress ends that after 10 minutes, so check the site.`
  return new ConnectorError('svc_maintenance', sentence, { reason: 'http_503', retryAfterMs: 30_000 })
}

const timeOf = (time: number) => `${new Date(time).toISOString().slice(11, 16)} UTC`
