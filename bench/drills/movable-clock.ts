import { type Clock, systemClock } from '../../service/platform/clock.ts'

export interface MovableClock extends Clock {
  move(milliseconds: number): void
}

/** The clock of the machine, set ahead or back. Timers take as long as ever. */
export function movableClock(): MovableClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    after: systemClock.after,
    move(milliseconds) {
      offset += milliseconds
    },
  }
}
