import { z } from 'zod'
import type { Settings } from '../../operation/settings.ts'
import { staleAfterSeconds, syncPeriodSeconds } from '../../operation/stale-after.ts'
import { hoursBetweenReads } from './sync-plan.ts'

/** The age in seconds from which the dashboard shows a figure as stale, by what reads it. */
export const StaleAfter = z.object({
  sync: z.int(),
  security: z.int(),
  health: z.int(),
  users: z.int(),
})

export function staleAfter(settings: Settings): z.input<typeof StaleAfter> {
  const syncSeconds = syncPeriodSeconds(settings)
  // These parts are read at most that often, and only in a sync.
  const ofPart = (hours: number) => staleAfterSeconds(Math.max(hours * 3_600, syncSeconds))
  return {
    sync: staleAfterSeconds(syncSeconds),
    security: ofPart(hoursBetweenReads.security),
    health: ofPart(hoursBetweenReads.health),
    users: ofPart(hoursBetweenReads.users),
  }
}
