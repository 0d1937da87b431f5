import type { Clock } from '../clock.ts'

/** A clock that only a test advances. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void
  /** Scheduled calls. */
  readonly waiting: number
}

export function manualClock(start = Date.parse('2026-11-15T12:00:00Z')): ManualClock {
  let now = start
  let waiting: { due: number; callback: () => void }[] = []
  return {
    now: () => new Date(now),
    after(milliseconds, callback) {
      const entry = { due: now + milliseconds, callback }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    advance(milliseconds) {
      now += milliseconds
      const due = waiting.filter((entry) => entry.due <= now)
      waiting = waiting.filter((entry) => entry.due > now)
      for (const { callback } of due) callback()
    },
    get waiting() {
      return waiting.length
    },
  }
}
