import { addDays, addMonths, type Day, daysBetween, monthsBetween } from '../../../platform/calendar.ts'
import type { CostStatus, PaymentType, RenewalType } from '../cost.ts'

export interface Renewing {
  payment_type: PaymentType
  renewal_type: RenewalType
  last_renewal: Day | null
  status: CostStatus
}

type Interval = Exclude<RenewalType, 'disabled'>
const monthsOf: Record<Exclude<Interval, 'weekly'>, number> = { monthly: 1, quarterly: 3, yearly: 12 }

const endedStatuses: CostStatus[] = ['canceled', 'expired']

/**
 * The renewals after the last recorded one. Each is computed from that one, not from the one before it, so that
 * 31 January is followed by 28 February and 31 March.
 */
interface Renewals {
  /** The day of the renewal with this number, starting at 1. */
  day(number: number): Day
  /** The number of the first renewal that is not before the day. */
  firstFrom(day: Day): number
}

export function renewalsOf({ payment_type, renewal_type, last_renewal, status }: Renewing): Renewals | null {
  if (
    payment_type === 'lifetime' ||
    renewal_type === 'disabled' ||
    last_renewal === null ||
    endedStatuses.includes(status)
  ) {
    return null
  }
  return renewal_type === 'weekly' ? weekly(last_renewal) : everyMonths(last_renewal, monthsOf[renewal_type])
}

const weekly = (anchor: Day): Renewals => ({
  day: (number) => addDays(anchor, number * 7),
  firstFrom: (day) => Math.max(1, Math.ceil(daysBetween(anchor, day) / 7)),
})

function everyMonths(anchor: Day, months: number): Renewals {
  const dayOfRenewal = (number: number) => addMonths(anchor, number * months)
  return {
    day: dayOfRenewal,
    firstFrom(day) {
      // In the month of that day or earlier; if it is before the day, the next one is the result.
      const number = Math.max(1, Math.floor(monthsBetween(anchor, day) / months))
      return dayOfRenewal(number) < day ? number + 1 : number
    },
  }
}

/** The next due day, which may be today; null if there is none. */
export function nextRenewal(cost: Renewing, today: Day): Day | null {
  const renewals = renewalsOf(cost)
  return renewals === null ? null : renewals.day(renewals.firstFrom(today))
}

/** `weekly` … `yearly`, `disabled`, or `lifetime`. */
export const frequencyOf = ({ payment_type, renewal_type }: Pick<Renewing, 'payment_type' | 'renewal_type'>) =>
  payment_type === 'lifetime' ? 'lifetime' : renewal_type
