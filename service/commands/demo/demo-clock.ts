import { type Clock, systemClock } from '../../platform/clock.ts'

const dayMs = 86_400_000

/** Runs as fast as any other, but behind: what is done under it was done in the past. It is only ever moved forwards. */
export class DemoClock implements Clock {
  readonly #real: Clock
  /** The hour that the demo calls now while it makes its past. */
  readonly present: Date
  #behind = 0

  constructor(real: Clock = systemClock) {
    this.#real = real
    this.present = real.now()
  }

  now(): Date {
    return new Date(this.#real.now().getTime() - this.#behind)
  }

  after(milliseconds: number, callback: () => void): () => void {
    return this.#real.after(milliseconds, callback)
  }

  /** Whole or parts of days before the present. */
  daysAgo(days: number): Date {
    return new Date(this.present.getTime() - days * dayMs)
  }

  /** YYYY-MM-DD; days to come are below zero. */
  dayAgo(days: number): string {
    return this.daysAgo(days).toISOString().slice(0, 10)
  }

  travelTo(daysAgo: number): void {
    this.#behind = this.#real.now().getTime() - this.daysAgo(daysAgo).getTime()
  }

  /** From here on it shows the real hour. */
  arrive(): void {
    this.#behind = 0
  }
}
