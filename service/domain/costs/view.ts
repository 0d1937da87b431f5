import type { Context } from '../../operation/context.ts'
import { type Day, dayOf } from './calendar.ts'

/** What costs are shown under: what day it is for renewals, that of UTC, and how people have set that money is told. */
export interface View {
  today: Day
  /** Of all prices. */
  currency: string
  /** Of totals; a price has those it was given. */
  decimals: number
}

export function viewOf({ clock, settings }: Pick<Context, 'clock' | 'settings'>): View {
  const { currency, decimals } = settings.get('cost-tracker')
  return { today: dayOf(clock.now()), currency, decimals }
}
