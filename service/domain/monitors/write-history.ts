import type { Database } from '../../platform/database/database.ts'
import type { Beat } from './beat.ts'
import { addToHours, extendKnownTime } from './beat-store.ts'
import { toHourIncrements } from './hour-increments.ts'
import { insertPastIncidents } from './incident-store.ts'

export interface PastIncident {
  startedAt: Date
  endedAt: Date
  cause: string
  downCount: number
}

/** Writes the history of a site, in order of time, for demonstrations and imports from other products. The roll-up does the rest. */
export async function writeHistory(
  db: Database,
  siteId: number,
  beats: readonly Beat[],
  incidents: readonly PastIncident[],
): Promise<void> {
  await addToHours(db, toHourIncrements(siteId, beats))
  const [first, last] = [beats.at(0), beats.at(-1)]
  if (first && last) await extendKnownTime(db, siteId, first.at, last.at)
  await insertPastIncidents(
    db,
    incidents.map(({ startedAt, endedAt, cause, downCount }) => ({
      site_id: siteId,
      started_at: startedAt,
      ended_at: endedAt,
      ended_by: 'up',
      cause_code: 'status',
      cause,
      down_count: downCount,
    })),
  )
}
