import type { Exchange } from '../http/exchange.ts'
import type { Site } from '../site/site.ts'

/** Where and how much to misbehave. */
export interface FaultOptions {
  /**
   * The functions concerned, e.g. `stats`; `front page` is the page at the site's address, `*` is everything.
   * Without it: every connector function.
   */
  readonly on?: string | readonly string[]
  readonly except?: string | readonly string[]
  /** Stops after so many calls. */
  readonly times?: number
  /** Milliseconds, where something waits. */
  readonly delay?: number
  /** Size, where something is big. */
  readonly bytes?: number
  /** Number of things, where there are many. */
  readonly count?: number
  /** Share of calls concerned, 0 to 1 (flaky). */
  readonly share?: number
  /** HTTP status (redirects). */
  readonly status?: number
  /** Where a redirect leads. */
  readonly location?: string
}

/** One way to be a bad site. Whatever is not given stays honest. */
export interface Misbehaviour {
  readonly summary: string
  /** Answers in its place: nothing is performed. */
  readonly instead?: (exchange: Exchange, options: FaultOptions) => void
  /** Milliseconds before the site does anything. */
  readonly waits?: (options: FaultOptions, site: Site) => number
  /** Says what an honest site would say, but does not do it. */
  readonly pretends?: boolean
  /** Changes what is told. */
  readonly alters?: (payload: unknown, site: Site, options: FaultOptions) => unknown
  /** Writes the payload in its own way, instead of JSON. */
  readonly writes?: (payload: unknown, options: FaultOptions) => string | Buffer
  /** Changes the body around the payload. */
  readonly wraps?: (body: Buffer, options: FaultOptions) => Buffer
  /** Hands the finished answer over in its own way. */
  readonly delivers?: (
    exchange: Exchange,
    body: Buffer,
    headers: Record<string, string | string[]>,
    options: FaultOptions,
  ) => void
}

export type Misbehaviours = Readonly<Record<string, Misbehaviour>>
