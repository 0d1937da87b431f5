import { todayOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import type { Day } from '../../platform/calendar.ts'

/** The current day and the money settings that costs are shown with. */
export interface View {
  today: Day
  /** Of all prices. */
  currency: string
  /** Of totals; prices keep their own decimals. */
  decimals: number
}

export function viewOf(context: Pick<Context, 'clock' | 'settings'>): View {
  const { currency, decimals } = context.settings.get('cost-tracker')
  return { today: todayOf(context), currency, decimals }
}
