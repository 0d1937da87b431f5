import { randomFrom } from '../../../simulator/index.ts'
import type { DemoClock } from './demo-clock.ts'
import type { DemoCondition } from './roles.ts'

export interface Outage {
  startedAt: Date
  /** null: not ended yet. */
  endedAt: Date | null
  /** HTTP status; 0 without an answer. */
  code: number
  cause: string
}

const unavailable = { code: 503, cause: 'The site answered 503 (Service Unavailable).' }
const broken = { code: 500, cause: 'The site answered 500 (Internal Server Error).' }
const silent = { code: 0, cause: 'The connection was refused.' }

/** Days since the start of the current outages. */
export const downSince = { dead: 1.1, 'down now': 0.13 }

/** The outages of a site with this role, the oldest first. */
export function outagesOf(role: DemoCondition, clock: DemoClock): Outage[] {
  const outage = (daysAgo: number, minutes: number, what: typeof silent): Outage => {
    const startedAt = clock.daysAgo(daysAgo)
    return { startedAt, endedAt: new Date(startedAt.getTime() + minutes * 60_000), ...what }
  }
  if (role === 'outage in the past') return [outage(12.4, 47, unavailable)]
  if (role === 'two outages in the past') return [outage(34.2, 185, silent), outage(5.7, 22, broken)]
  if (role === 'dead') return [{ startedAt: clock.daysAgo(downSince.dead), endedAt: null, ...silent }]
  if (role === 'down now') return [{ startedAt: clock.daysAgo(downSince[role]), endedAt: null, ...unavailable }]
  if (role === 'flapping') {
    const random = randomFrom('demo', 'flapping')
    return Array.from({ length: 16 }, (_, number) => outage(4 - number * 0.24, random.between(6, 28), broken))
  }
  return []
}
