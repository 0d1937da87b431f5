import type { RowOf } from '../api/call.ts'
import { dayText } from '../ui/format/day.ts'
import { momentText, weekdayText } from '../ui/format/moment.ts'
import { maintenanceTexts } from './maintenance-texts.ts'

export type MaintenanceWindow = RowOf<'list-maintenance-windows'>
type Scoped = Pick<MaintenanceWindow, 'scope' | 'scope_name'>

export function describeScope({ scope, scope_name }: Scoped): string {
  const name = scope_name ?? ''
  if (scope === 'site') return maintenanceTexts.ofSite({ name })
  if (scope === 'tag') return maintenanceTexts.ofTag({ name })
  if (scope === 'client') return maintenanceTexts.ofClient({ name })
  return maintenanceTexts.fleet
}

export function describeTimes(window: MaintenanceWindow): string {
  const { starts_at, ends_at, weekdays, start_time, duration_minutes, time_zone, last_day } = window
  if (starts_at && ends_at) return `${momentText(starts_at)} – ${momentText(ends_at)}`
  const days = (weekdays ?? []).map(weekdayText).join(', ')
  const text = maintenanceTexts.weekly({
    days,
    time: start_time ?? '',
    minutes: duration_minutes ?? 0,
    zone: time_zone ?? '',
  })
  return last_day === null ? text : `${text}, ${maintenanceTexts.until({ day: dayText(last_day) })}`
}

/** For an input of type datetime-local, in the time zone of this computer. */
export function toLocalInput(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
