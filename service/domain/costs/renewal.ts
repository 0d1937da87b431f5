import { addDays, addMonths, type Day, daysBetween, monthsBetween } from './calendar.ts'
import type { CostStatus, PaymentType, RenewalType } from './cost.ts'

/** What decides when a cost renews. */
export interface Renewing {
  payment_type: PaymentType
  renewal_type: RenewalType
  last_renewal: Day | null
  status: CostStatus
}

type Rhythm = Exclude<RenewalType, 'disabled'>
const monthsOf: Record<Exclude<Rhythm, 'weekly'>, number> = { monthly: 1, quarterly: 3, yearly: 12 }

/** What is over renews no more. */
const over: CostStatus[] = ['canceled', 'expired']

/**
 * The renewals of a cost: the first follows the last one that was recorded, and each is reckoned from there rather than
 * from the one before it, so that 31 January leads over 28 February back to 31 March.
 */
interface Renewals {
  /** The day of the renewal with that number, from 1. */
  day(number: number): Day
  /** The number of the first renewal that is not before the day. */
  firstFrom(day: Day): number
}

export function renewalsOf({ payment_type, renewal_type, last_renewal, status }: Renewing): Renewals | null {
  if (payment_type === 'lifetime' || renewal_type === 'disabled' || last_renewal === null || over.includes(status)) {
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
      // In the month of that day or before it; if it is too early, the next one lies in a later month.
      const number = Math.max(1, Math.floor(monthsBetween(anchor, day) / months))
      return dayOfRenewal(number) < day ? number + 1 : number
    },
  }
}

/** The next day it falls due, which may be today; null where it never does. */
export function nextRenewal(cost: Renewing, today: Day): Day | null {
  const renewals = renewalsOf(cost)
  return renewals === null ? null : renewals.day(renewals.firstFrom(today))
}

/** `weekly` … `yearly`, `disabled`, or `lifetime`. */
export const frequencyOf = ({ payment_type, renewal_type }: Pick<Renewing, 'payment_type' | 'renewal_type'>) =>
  payment_type === 'lifetime' ? 'lifetime' : renewal_type
