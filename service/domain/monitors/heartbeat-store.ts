import { type Day, utcDay } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'

export interface PackedHour {
  hour: Date
  beats: Buffer
}

export interface PackedDay {
  day: Day
  beats: Buffer
}

const hourMs = 3_600_000

/** Packed hours and days of a site that overlap the period. */
export async function listPackedBeats(
  db: Database,
  siteId: number,
  { from, to }: { from: Date; to: Date },
): Promise<{ hours: PackedHour[]; days: PackedDay[] }> {
  const [hours, days] = await Promise.all([
    db
      .selectFrom('monitor_hours')
      .select(['hour', 'beats'])
      .where('site_id', '=', siteId)
      .where('hour', '>', new Date(from.getTime() - hourMs))
      .where('hour', '<=', to)
      .execute(),
    db
      .selectFrom('monitor_day_beats')
      .select(['day', 'beats'])
      .where('site_id', '=', siteId)
      .where('day', '>=', utcDay(from))
      .where('day', '<=', utcDay(to))
      .execute(),
  ])
  return { hours, days }
}
