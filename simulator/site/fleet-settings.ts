import type { Clock } from '../clock.ts'
import type { Traffic } from './call-log.ts'
import type { Site } from './site.ts'

export type SiteBehaviour = 'honest' | 'slow' | 'flaky' | 'dead' | 'hostile'

/** Settings of all sites of a fleet. */
export interface FleetSettings {
  readonly seed: string
  readonly clock: Clock
  readonly startedAt: number
  readonly adminLogin: string
  readonly password: string
  readonly payload: number | undefined
  /** Milliseconds that an update takes. */
  readonly updateDuration: number
  /** Of all sites. */
  readonly traffic: Traffic
  nextJournalNumber(): number
  /** Stops or starts listening for a site, so that connections are refused. */
  refuse(site: Site, refused: boolean): Promise<void>
  /** Restores a site's behaviour and connection. */
  afterReset(site: Site): void
}

export interface Timezone {
  readonly timezone_string: string
  readonly gmt_offset: string | number
}

export interface SiteLocation {
  readonly address: string
  /** With trailing slash. */
  readonly url: string
  /** `/` for a site alone on its address. */
  readonly path: string
  /** Of all sites on the address. */
  readonly traffic: Traffic
}
