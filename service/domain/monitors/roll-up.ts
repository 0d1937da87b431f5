import type { Database } from '../../platform/database/database.ts'
import { packDay, unpackDay, unpackHour } from './pack-beats.ts'
import {
  type DayOfSite,
  findKnownDays,
  type HourOfSite,
  listSitesToRollUp,
  storeDays,
  takeHours,
} from './roll-up-store.ts'

const dayMs = 86_400_000
// Packing keeps the process busy; others want their turn in between.
const sitesAtATime = 50

/** Today and yesterday stay as hours: the last 24 hours are always there hour by hour. */
export const rollUpBefore = (now: Date) => new Date(Math.floor(now.getTime() / dayMs) * dayMs - dayMs)

/**
 * Makes days of hours that are over. What was rolled up is gone from the hours in the same moment, so that it may be
 * done again, late, or by two at a time; hours that turn up later are added to their day. Answers how many days were written.
 */
export async function rollUp(db: Database, now: Date): Promise<number> {
  const before = rollUpBefore(now)
  let written = 0
  let last = 0
  for (;;) {
    const siteIds = await listSitesToRollUp(db, before, last, sitesAtATime)
    if (siteIds.length === 0) return written
    written += await rollUpSites(db, siteIds, before)
    last = siteIds.at(-1)!
  }
}

function rollUpSites(db: Database, siteIds: number[], before: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const hours = await takeHours(trx, siteIds, before)
    const byDay = [...Map.groupBy(hours, ({ site_id, hour }) => `${site_id} ${dayOf(hour)}`).values()]
    if (byDay.length === 0) return 0
    const known = await findKnownDays(
      trx,
      byDay.map(([first]) => ({ site_id: first!.site_id, day: dayOf(first!.hour) })),
    )
    const knownBeats = new Map(known.map(({ site_id, day, beats }) => [`${site_id} ${day}`, beats]))
    const days = byDay.map((own) => toDay(own, knownBeats.get(`${own[0]!.site_id} ${dayOf(own[0]!.hour)}`)))
    await storeDays(trx, days)
    return days.length
  })
}

function toDay(hours: HourOfSite[], known: Buffer | undefined): DayOfSite {
  const { site_id, hour } = hours[0]!
  const day = dayOf(hour)
  const start = new Date(`${day}T00:00:00Z`)
  const beats = [
    ...(known ? unpackDay(known, start) : []),
    ...hours.flatMap((each) => unpackHour(each.beats, each.hour)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  const sum = (name: 'up' | 'down' | 'pending' | 'total_ms') => hours.reduce((total, each) => total + each[name], 0)
  const times = (name: 'min_ms' | 'max_ms') => hours.map((each) => each[name]).filter((ms) => ms !== null)
  return {
    site_id,
    day,
    up: sum('up'),
    down: sum('down'),
    pending: sum('pending'),
    total_ms: sum('total_ms'),
    min_ms: times('min_ms').length === 0 ? null : Math.min(...times('min_ms')),
    max_ms: times('max_ms').length === 0 ? null : Math.max(...times('max_ms')),
    beats: packDay(beats, start),
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
