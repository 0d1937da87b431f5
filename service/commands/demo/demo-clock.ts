import { type Day, utcDay } from '../../platform/calendar.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'

const dayMs = 86_400_000

/** A clock in the past that runs at normal speed. It is only moved forwards. */
export class DemoClock implements Clock {
  readonly #real: Clock
  /** The reference time of `daysAgo` and `dayAgo`. */
  readonly present: Date
  #offsetMs = 0

  constructor(real: Clock = systemClock) {
    this.#real = real
    this.present = real.now()
  }

  now(): Date {
    return new Date(this.#real.now().getTime() - this.#offsetMs)
  }

  after(milliseconds: number, callback: () => void): () => void {
    return this.#real.after(milliseconds, callback)
  }

  daysAgo(days: number): Date {
    return new Date(this.present.getTime() - days * dayMs)
  }

  /** YYYY-MM-DD; negative for future days. */
  dayAgo(days: number): Day {
    return utcDay(this.daysAgo(days))
  }

  setDaysAgo(daysAgo: number): void {
    this.#offsetMs = this.#real.now().getTime() - this.daysAgo(daysAgo).getTime()
  }

  /** Sets the clock to the real time. */
  setToPresent(): void {
    this.#offsetMs = 0
  }
}
