import type { TimeTotals } from './task.ts'
import type { AmountRow } from './task-list-store.ts'

/** Sums integers of 10⁻⁸, so that the order does not matter. */
export function toTotals(rows: readonly AmountRow[]): TimeTotals {
  const sum = (pick: (row: AmountRow) => number) => rows.reduce((total, row) => total + pick(row), 0)
  return {
    tasks: sum(({ tasks }) => tasks),
    duration: sum(({ seconds }) => seconds),
    billed_duration: sum(({ billed_seconds }) => billed_seconds),
    amounts: [...Map.groupBy(rows, ({ currency }) => currency)]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, own]) => ({
        currency,
        total_price: addUp(own),
        by_payment_status: Object.fromEntries(
          [...Map.groupBy(own, ({ payment_status }) => payment_status)].map(([status, some]) => [status, addUp(some)]),
        ),
      })),
  }
}

const decimalDigits = 8
const addUp = (rows: readonly AmountRow[]): number => {
  const units = rows.reduce((total, { total: amount }) => total + unitsOf(amount), 0n)
  const digits = String(units).padStart(decimalDigits + 1, '0')
  return Number(`${digits.slice(0, -decimalDigits)}.${digits.slice(-decimalDigits)}`)
}

function unitsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimalDigits, '0').slice(0, decimalDigits))
}
