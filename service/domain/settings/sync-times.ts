import type { Settings } from '../../operation/settings.ts'
import { wallClock } from './wall-clock.ts'

const minutesOfDay = 24 * 60
const minuteMs = 60_000

/**
 * The latest moment at which all sites were to be synced: whoever was synced before it is due. There are
 * `frequency_daily_update` such moments a day, evenly spread from `time_daily_update` on.
 */
export function latestSyncTime(settings: Settings, now: Date): Date {
  const { frequency_daily_update: timesADay, time_daily_update, timezone_string } = settings.get('general')
  const [firstHour = 0, firstMinute = 0] = time_daily_update === '' ? [] : time_daily_update.split(':').map(Number)
  const { hour, minute } = wallClock(now, timezone_string)
  const sinceFirst = (hour * 60 + minute - firstHour * 60 - firstMinute + minutesOfDay) % minutesOfDay
  const every = Math.floor(minutesOfDay / timesADay)
  const sinceLatest = sinceFirst - Math.min(Math.floor(sinceFirst / every), timesADay - 1) * every
  return new Date(Math.floor(now.getTime() / minuteMs) * minuteMs - sinceLatest * minuteMs)
}
