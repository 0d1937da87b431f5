import type { Context } from '../../operation/context.ts'
import { type Day, dayOf } from './calendar.ts'

/** The current day in UTC and the money settings that costs are shown with. */
export interface View {
  today: Day
  /** Of all prices. */
  currency: string
  /** Of totals; prices keep their own decimals. */
  decimals: number
}

export function viewOf({ clock, settings }: Pick<Context, 'clock' | 'settings'>): View {
  const { currency, decimals } = settings.get('cost-tracker')
  return { today: dayOf(clock.now()), currency, decimals }
}
