import type { Context } from '../../operation/context.ts'
import { utcDay } from '../../platform/utc-day.ts'
import type { CalendarDay } from './renewals/calendar.ts'

/** The current day in UTC and the money settings that costs are shown with. */
export interface View {
  today: CalendarDay
  /** Of all prices. */
  currency: string
  /** Of totals; prices keep their own decimals. */
  decimals: number
}

export function viewOf({ clock, settings }: Pick<Context, 'clock' | 'settings'>): View {
  const { currency, decimals } = settings.get('cost-tracker')
  return { today: utcDay(clock.now()), currency, decimals }
}
