import type { Verdict } from '../gates/gate-types.ts'
import type { UpdateOutcome } from '../update-outcome.ts'

const minuteMs = 60_000
/** Guards outlive the last check: it may wait for its turn, or for a host that takes no more requests. */
const spareMs = 60 * minuteMs
const shortestGuardMs = 120 * minuteMs

export interface Watch {
  from: Date
  minutes: readonly number[]
  nextAt: Date
  until: Date
}

/** How long guards stay at most. */
export const guardLifetimeMs = (minutes: readonly number[]): number =>
  Math.max(shortestGuardMs, Math.max(0, ...minutes) * minuteMs + spareMs)

/** When the checks of a site are repeated; null: they are not. Only what was installed and passed its checks is watched. */
export function planWatch(
  minutes: readonly number[],
  { verdict, outcomes, now }: { verdict: Verdict; outcomes: readonly UpdateOutcome[]; now: Date },
): Watch | null {
  const nextAt = nextCheckAt({ from: now, minutes }, now)
  // A translation has no code of its own, and a new item no old version.
  const isWatched = ({ type, from, result }: UpdateOutcome) =>
    result === 'updated' && type !== 'translation' && from !== ''
  if (verdict !== 'passed' || nextAt === null || !outcomes.some(isWatched)) return null
  return { from: now, minutes, nextAt, until: new Date(now.getTime() + Math.max(...minutes) * minuteMs) }
}

/** The next check after this moment: checks that were missed are not made up for. Null: there is none left. */
export function nextCheckAt({ from, minutes }: Pick<Watch, 'from' | 'minutes'>, now: Date): Date | null {
  const times = minutes.map((minute) => from.getTime() + minute * minuteMs).sort((a, b) => a - b)
  const next = times.find((time) => time > now.getTime())
  return next === undefined ? null : new Date(next)
}
