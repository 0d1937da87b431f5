import type { Clock } from './clock.ts'
import type { CallListener } from './http/handle.ts'
import type { SiteBehaviour } from './site/fleet-settings.ts'

export interface FleetOptions {
  /** Number of sites. */
  readonly sites: number
  /** The same seed gives the same fleet. 1 unless given. */
  readonly seed?: number | string
  /** One port for all sites; 0 (default) selects a free one. */
  readonly port?: number
  /** Address of the first site; the others follow. 127.10.0.1 unless given. */
  readonly baseAddress?: string
  /** Number of addresses. One per site unless given; with fewer, sites have paths. */
  readonly addresses?: number
  /**
   * `each`: a listener for every address, so that a site can refuse connections (default up to 1,000 addresses).
   * `one`: a single listener for all of them (default above that).
   */
  readonly listen?: 'each' | 'one'
  /** Approximate bytes of a full sync. Natural variety unless given. */
  readonly payload?: number
  /** Shares (0 to 1) of the fleet that are not honest. */
  readonly behaviours?: Partial<Record<Exclude<SiteBehaviour, 'honest'>, number>>
  /** Delay of slow sites in milliseconds. 3000 unless given. */
  readonly slowness?: number
  /** Connects all sites beforehand, the keys in turn. */
  readonly connect?: FleetConnection
  /** Login and password of the administrator of every site. */
  readonly admin?: { readonly login?: string; readonly password?: string }
  /** Milliseconds that an update takes; meanwhile the site may be in maintenance. 0 unless given. */
  readonly updateDuration?: number
  /** Uses https with this certificate. */
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly clock?: Clock
  /** Called for every request. */
  readonly onCall?: CallListener
}

export interface FleetConnection {
  /** PEM of public keys; site n gets key n modulo their number. */
  readonly publicKeys: readonly string[]
  /** The dashboard's identity, as `server` of a registration. */
  readonly server: string
  /** Login of the administrator; the fleet's unless given. */
  readonly admin?: string
}
