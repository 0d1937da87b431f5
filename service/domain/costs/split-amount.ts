import { present } from '../../platform/present.ts'
import type { Amount } from './money.ts'

/**
 * The covered sites of a cost that belong to one client; null are the sites without a client. `sites` is the weight of the
 * group, so it is above 0. Of a cost that covers no site, each of its clients is a group of weight 1.
 */
export interface CoveredGroup {
  clientId: number | null
  sites: number
}

/**
 * Splits an amount by weight with the largest remainder method: each part is its exact share rounded down, and what is left
 * is given out one unit at a time, to the largest remainders first. Of equal remainders the earlier part is first, so the
 * caller's order decides; `splitAmongClients` orders by id.
 */
export function splitAmount(amount: Amount, weights: readonly number[]): Amount[] {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  if (total === 0n) return weights.map(() => 0n)
  const exact = weights.map((weight) => amount * BigInt(weight))
  const parts = exact.map((part) => part / total)
  const left = Number(amount - parts.reduce((sum, part) => sum + part, 0n))
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part % total }))
    .sort(
      (one, other) =>
        Number(other.remainder > one.remainder) - Number(other.remainder < one.remainder) || one.index - other.index,
    )
  for (const { index } of byRemainder.slice(0, left)) parts[index] = present(parts[index], 'a part') + 1n
  return parts
}

/** The part of one of `count` equal parts; the same as `splitAmount(amount, [1, 1, …])[index]`. */
export const equalPart = (amount: Amount, count: number, index: number): Amount =>
  amount / BigInt(count) + (BigInt(index) < amount % BigInt(count) ? 1n : 0n)

/**
 * The share of each client. The amount is split among clients by their covered sites first and the share of a client among
 * its sites afterwards (`equalPart`): so the shares of sites add up to the share of their client, the shares of clients to
 * the amount, and a client differs from its exact share by less than one unit, however many sites it has.
 */
export function splitAmongClients(amount: Amount, groups: readonly CoveredGroup[]): Map<number | null, Amount> {
  const order = (clientId: number | null) => clientId ?? Number.MAX_SAFE_INTEGER
  const sorted = groups.toSorted((one, other) => order(one.clientId) - order(other.clientId))
  if (sorted.length === 0) return new Map([[null, amount]])
  const parts = splitAmount(
    amount,
    sorted.map(({ sites }) => sites),
  )
  return new Map(sorted.map(({ clientId }, index) => [clientId, present(parts[index], 'a part')]))
}
