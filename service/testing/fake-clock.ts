import type { Clock } from '../platform/clock.ts'

const startOfTests = '2026-11-15T09:00:00.000Z'

/** A clock that only a test advances; due callbacks run in order of their time. */
export class FakeClock implements Clock {
  #now: number
  #waiting: { due: number; callback: () => void }[] = []

  constructor(start = startOfTests) {
    this.#now = Date.parse(start)
  }

  /** Resets to the start time with nothing due. */
  reset(): void {
    this.#now = Date.parse(startOfTests)
    this.#waiting = []
  }

  /** The number of timers. */
  get waiting(): number {
    return this.#waiting.length
  }

  now(): Date {
    return new Date(this.#now)
  }

  after(milliseconds: number, callback: () => void): () => void {
    const entry = { due: this.#now + milliseconds, callback }
    this.#waiting.push(entry)
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry)
    }
  }

  /** Sets the time back or forward, as an administrator does: timers wait as long as before. */
  shift(milliseconds: number): void {
    this.#now += milliseconds
    for (const entry of this.#waiting) entry.due += milliseconds
  }

  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (;;) {
      const next = this.#waiting.filter((entry) => entry.due <= end).sort((a, b) => a.due - b.due)[0]
      if (!next) break
      this.#waiting = this.#waiting.filter((entry) => entry !== next)
      this.#now = next.due
      next.callback()
    }
    this.#now = end
  }
}
