/** One check and its result. */
export interface Beat {
  at: Date
  status: BeatStatus
  /** HTTP status; 0 without a response. */
  code: number
  ms: number
  /** Milliseconds per phase: 0 when a reused connection or a cached name skipped it, null once deleted. */
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  /** The status differs from the previous check's. */
  statusChanged: boolean
  /** Why the check failed; empty when it succeeded. */
  message: string
}

/** Status numbers in the API. */
export const beatNumbers = { down: 0, up: 1, pending: 2, first: 3 } as const
export type BeatStatus = 'down' | 'up' | 'pending'
export const beatStatuses: BeatStatus[] = ['down', 'up', 'pending']
