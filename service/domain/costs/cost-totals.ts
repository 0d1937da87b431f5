import { present } from '../../platform/present.ts'
import type { CostStatus, PaymentType, RenewalType } from './cost.ts'
import { type Amount, amountToNumber, decimalsOf, readPrice, roundAmount } from './money.ts'
import { type CoveredGroup, equalPart, splitAmongClients } from './split-amount.ts'
import type { View } from './view.ts'

/** A year has 52 weeks, and a month is a twelfth of a year. */
const timesPerYear: Record<RenewalType, bigint> = { weekly: 52n, monthly: 12n, quarterly: 4n, yearly: 1n, disabled: 0n }

export interface PricedCost {
  price: string
  payment_type: PaymentType
  renewal_type: RenewalType
  status: CostStatus
}

type Money = Omit<View, 'today'>

/** Integers of the smallest unit that is shown: 10⁻² with two decimals. */
interface Figure {
  units: Amount
  decimals: number
}

/** The figures of a cost, or of its share: the price, and what it adds to the totals. */
export type Figures = Record<'price' | 'monthly' | 'yearly', Figure>

/** Only active subscriptions count: other costs are not paid again. */
const countsInTotals = ({ status, payment_type }: Pick<PricedCost, 'status' | 'payment_type'>) =>
  status === 'active' && payment_type === 'subscription'

/** Each figure of a cost is rounded once, half up, before it is split: so shares add up to the totals of the fleet. */
export function figuresOf(cost: PricedCost, { decimals }: Pick<View, 'decimals'>): Figures {
  const price = present(readPrice(cost.price), 'a stored price')
  const yearly = countsInTotals(cost) ? price * timesPerYear[cost.renewal_type] : 0n
  const priceDecimals = Math.max(decimals, decimalsOf(price))
  return {
    price: { units: roundAmount(price, 1n, priceDecimals), decimals: priceDecimals },
    monthly: { units: roundAmount(yearly, 12n, decimals), decimals },
    yearly: { units: roundAmount(yearly, 1n, decimals), decimals },
  }
}

const mapFigures = ({ price, monthly, yearly }: Figures, convert: (units: Amount) => Amount): Figures => ({
  price: { ...price, units: convert(price.units) },
  monthly: { ...monthly, units: convert(monthly.units) },
  yearly: { ...yearly, units: convert(yearly.units) },
})

/** The share of each client in a cost; null is the unassigned share. */
export function splitFigures(whole: Figures, groups: readonly CoveredGroup[]): Map<number | null, Figures> {
  const price = splitAmongClients(whole.price.units, groups)
  const monthly = splitAmongClients(whole.monthly.units, groups)
  const yearly = splitAmongClients(whole.yearly.units, groups)
  return new Map(
    [...price].map(([clientId, units]) => [
      clientId,
      {
        price: { ...whole.price, units },
        monthly: { ...whole.monthly, units: monthly.get(clientId) ?? 0n },
        yearly: { ...whole.yearly, units: yearly.get(clientId) ?? 0n },
      },
    ]),
  )
}

export const shareOfClient = (whole: Figures, groups: readonly CoveredGroup[], clientId: number | null): Figures =>
  splitFigures(whole, groups).get(clientId) ?? mapFigures(whole, () => 0n)

/** `index`: how many of the covered sites of the same client have a lower id. */
export function shareOfSite(
  whole: Figures,
  groups: readonly CoveredGroup[],
  { clientId, index }: { clientId: number | null; index: number },
): Figures {
  const count = groups.find((group) => group.clientId === clientId)?.sites ?? 0
  return mapFigures(shareOfClient(whole, groups, clientId), (units) =>
    index < count ? equalPart(units, count, index) : 0n,
  )
}

export const figureToNumber = ({ units, decimals }: Figure): number => amountToNumber(units, decimals)

export function sumFigures(figures: readonly Figures[], { currency, decimals }: Money) {
  const sum = (name: 'monthly' | 'yearly') =>
    amountToNumber(
      figures.reduce((total, figure) => total + figure[name].units, 0n),
      decimals,
    )
  return { currency, total_monthly: sum('monthly'), total_yearly: sum('yearly') }
}

/** The totals of the fleet: whole costs, whatever they cover. */
export const sumCosts = (costs: readonly PricedCost[], view: Money) =>
  sumFigures(
    costs.map((cost) => figuresOf(cost, view)),
    view,
  )
