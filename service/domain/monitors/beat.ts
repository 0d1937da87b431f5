/** One check and what it saw. */
export interface Beat {
  at: Date
  status: BeatStatus
  /** HTTP status; 0 when none arrived. */
  code: number
  ms: number
  /** Milliseconds by phase: 0 where a kept connection or a known name spared it, null once they are forgotten. */
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  /** The status differs from that of the check before. */
  turned: boolean
  /** What was wrong; empty for a check that went well. */
  message: string
}

/** As clients know them by number. */
export const beatNumbers = { down: 0, up: 1, pending: 2, first: 3 } as const
export type BeatStatus = 'down' | 'up' | 'pending'
export const beatStatuses: BeatStatus[] = ['down', 'up', 'pending']
