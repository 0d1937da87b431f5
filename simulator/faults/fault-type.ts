import type { Exchange } from '../http/exchange.ts'
import type { Site } from '../site/site.ts'

/** Scope and parameters of a fault. */
export interface FaultOptions {
  /**
   * The affected functions, e.g. `stats`; `front page` is the page at the site's address, `*` is everything.
   * Without it: every connector function.
   */
  readonly on?: string | readonly string[]
  readonly except?: string | readonly string[]
  /** Stops after this many calls. */
  readonly times?: number
  /** Milliseconds, for delays. */
  readonly delay?: number
  /** Size, for large answers. */
  readonly bytes?: number
  /** Number of items, for long lists. */
  readonly count?: number
  /** Share of affected calls, 0 to 1 (flaky). */
  readonly share?: number
  /** HTTP status (redirects). */
  readonly status?: number
  /** Text of an error. */
  readonly text?: string
  /** Target of a redirect. */
  readonly location?: string
}

/** One kind of fault. Missing members keep the normal behaviour. */
export interface FaultType {
  readonly summary: string
  /** Replaces the answer: nothing is performed. */
  readonly instead?: (exchange: Exchange, options: FaultOptions) => void
  /** Milliseconds before the site does anything. */
  readonly waits?: (options: FaultOptions, site: Site) => number
  /** Answers like an honest site, but performs nothing. */
  readonly pretends?: boolean
  /** Changes the payload. */
  readonly alters?: (payload: unknown, site: Site, options: FaultOptions) => unknown
  /** Serialises the payload, instead of JSON. */
  readonly writes?: (payload: unknown, options: FaultOptions) => string | Buffer
  /** Changes the body around the payload. */
  readonly wraps?: (body: Buffer, options: FaultOptions) => Buffer
  /** Sends the finished answer. */
  readonly delivers?: (
    exchange: Exchange,
    body: Buffer,
    headers: Record<string, string | string[]>,
    options: FaultOptions,
  ) => void
}

export type FaultTypes = Readonly<Record<string, FaultType>>
