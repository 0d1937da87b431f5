import { present } from '../../platform/present.ts'
import type { CostStatus, PaymentType, RenewalType } from './cost.ts'
import { type Amount, readPrice, roundedShare } from './money.ts'
import type { View } from './view.ts'

/** A year has 52 weeks, and a month is a twelfth of a year. */
const timesPerYear: Record<RenewalType, bigint> = { weekly: 52n, monthly: 12n, quarterly: 4n, yearly: 1n, disabled: 0n }

interface PricedCost {
  price: string
  payment_type: PaymentType
  renewal_type: RenewalType
  status: CostStatus
}

/** Only active subscriptions count: other costs are not paid again. */
const countsInTotals = ({ status, payment_type }: Pick<PricedCost, 'status' | 'payment_type'>) =>
  status === 'active' && payment_type === 'subscription'

/** Rounded once, at the end. */
export function sumCosts(costs: readonly PricedCost[], { currency, decimals }: Omit<View, 'today'>) {
  const yearly = costs.filter(countsInTotals).reduce((sum, cost) => sum + perYear(cost), 0n)
  return {
    currency,
    total_monthly: roundedShare(yearly, 12n, decimals),
    total_yearly: roundedShare(yearly, 1n, decimals),
  }
}

const perYear = ({ price, renewal_type }: PricedCost): Amount =>
  present(readPrice(price), 'a stored price') * timesPerYear[renewal_type]
