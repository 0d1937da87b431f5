import type { Fields } from '../php/form.ts'
import type { Effect } from '../site/call-log.ts'
import type { User } from '../site/model.ts'
import type { Site } from '../site/site.ts'

/** A call that passed the checks. */
export interface Call {
  readonly site: Site
  readonly fields: Fields
  /** The acting user; null when the call named none. */
  readonly user: User | null
  /** Unix seconds. */
  readonly now: number
  readonly agent: string
  /** The request has a valid cookie of the named user. */
  readonly loggedIn: boolean
  /** Changes made by the call so far, for the journal. */
  readonly effects: Effect[]
}

export interface ConnectorFunction {
  /** Changing calls are recorded in the journal. */
  readonly changes: (fields: Fields) => boolean
  readonly run: (call: Call) => unknown
}

export const reads = (run: (call: Call) => unknown): ConnectorFunction => ({ changes: () => false, run })

/** `reading` names the actions of the function that change nothing. */
export const changes = (run: (call: Call) => unknown, reading: readonly string[] = []): ConnectorFunction => ({
  changes: ({ action }) => typeof action !== 'string' || !reading.includes(action),
  run,
})

/** A payload with HTML that was printed before it. */
export class Noisy {
  readonly payload: unknown
  readonly noise: string
  constructor(payload: unknown, noise: string) {
    this.payload = payload
    this.noise = noise
  }
}

/** The connector's own error: 200 with `error` and perhaps `error_code`. */
export class Refusal extends Error {
  readonly code: string | undefined
  constructor(text: string, code?: string) {
    super(text)
    this.code = code
  }
}

/** A PHP fatal error: 500 without marker. */
export class PhpFatal extends Error {}

/** The connection ends without an answer. */
export class Cut extends Error {}

/** 503 instead of an answer. */
export class UnderMaintenance extends Error {}
