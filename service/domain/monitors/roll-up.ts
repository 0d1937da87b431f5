import { utcDay } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { packDay, unpackDay, unpackHour } from './pack-beats.ts'
import {
  deleteHours,
  listSitesToRollUp,
  lockKnownDays,
  type SiteDay,
  type SiteHour,
  upsertDays,
} from './roll-up-store.ts'

const dayMs = 86_400_000
// Packing blocks the event loop; small batches let other work run in between.
const sitesPerBatch = 50

/** Today and yesterday stay as hours, so that the last 24 hours are always available by hour. */
export const rollUpBefore = (now: Date) => new Date(Math.floor(now.getTime() / dayMs) * dayMs - dayMs)

/**
 * Merges past hours into days. The hours are deleted in the same transaction, so the roll-up may be repeated, late,
 * or run twice concurrently; later hours are added to their day. Returns the number of days written.
 */
export async function rollUp(db: Database, now: Date): Promise<number> {
  const before = rollUpBefore(now)
  let written = 0
  let last = 0
  for (;;) {
    const siteIds = await listSitesToRollUp(db, before, last, sitesPerBatch)
    const lastId = siteIds.at(-1)
    if (lastId === undefined) return written
    written += await rollUpSites(db, siteIds, before)
    last = lastId
  }
}

function rollUpSites(db: Database, siteIds: number[], before: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const hours = await deleteHours(trx, siteIds, before)
    const siteDays = new Map(
      hours.map(({ site_id, hour }) => [`${site_id} ${utcDay(hour)}`, { site_id, day: utcDay(hour) }]),
    )
    if (siteDays.size === 0) return 0
    const byDay = Map.groupBy(hours, ({ site_id, hour }) => `${site_id} ${utcDay(hour)}`)
    const known = await lockKnownDays(trx, [...siteDays.values()])
    const knownBeats = new Map(known.map(({ site_id, day, beats }) => [`${site_id} ${day}`, beats]))
    const days = [...siteDays].map(([key, siteDay]) => toDay(siteDay, byDay.get(key) ?? [], knownBeats.get(key)))
    await upsertDays(trx, days)
    return days.length
  })
}

function toDay(
  { site_id, day }: Pick<SiteDay, 'site_id' | 'day'>,
  hours: SiteHour[],
  known: Buffer | undefined,
): SiteDay {
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
