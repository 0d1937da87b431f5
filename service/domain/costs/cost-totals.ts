import type { CostStatus, PaymentType, RenewalType } from './cost.ts'
import { type Amount, readPrice, roundedShare } from './money.ts'
import type { View } from './view.ts'

/** A year has 52 weeks here, and a month is a twelfth of a year whatever its length. */
const timesPerYear: Record<RenewalType, bigint> = { weekly: 52n, monthly: 12n, quarterly: 4n, yearly: 1n, disabled: 0n }

interface Counted {
  price: string
  payment_type: PaymentType
  renewal_type: RenewalType
  status: CostStatus
}

/** Only active costs count: others are not paid, or will not be again. What was bought for good costs nothing any more. */
const countsInTotals = ({ status, payment_type }: Pick<Counted, 'status' | 'payment_type'>) =>
  status === 'active' && payment_type === 'subscription'

/** Rounded once, at the end. */
export function totalsOf(costs: readonly Counted[], { currency, decimals }: Omit<View, 'today'>) {
  const yearly = costs.filter(countsInTotals).reduce((sum, cost) => sum + perYear(cost), 0n)
  return {
    currency,
    total_monthly: roundedShare(yearly, 12n, decimals),
    total_yearly: roundedShare(yearly, 1n, decimals),
  }
}

const perYear = ({ price, renewal_type }: Counted): Amount => readPrice(price)! * timesPerYear[renewal_type]
