import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { addDays, type Day, daysBetween } from '../../../platform/calendar.ts'
import { present } from '../../../platform/present.ts'
import type { RenewalType } from '../cost.ts'
import { listRenewing } from '../cost-store.ts'
import { type Amount, readPrice, roundedShare, toNumber } from '../money.ts'
import { type View, viewOf } from '../view.ts'
import { frequencyOf, type Renewing, renewalsOf } from './renewal.ts'

/** A day on which a cost is due. */
export const DueRenewal = z.object({
  id: z.int(),
  name: z.string(),
  amount: z.number(),
  currency: z.string(),
  frequency: z.string(),
  due: z.string().describe('YYYY-MM-DD'),
  days_left: z.int().describe('0 is today; below 0 it is overdue.'),
  overdue: z.boolean(),
  missed: z.int().describe('How many renewals have passed since the last one that was recorded.'),
  product_type: z.string(),
  url: z.string(),
})
export type DueRenewal = z.output<typeof DueRenewal>

export const RenewalTotals = z.object({
  currency: z.string(),
  due: z.number(),
  due_count: z.int(),
  overdue: z.number(),
  overdue_count: z.int(),
})

interface RenewingCost extends Renewing {
  id: number
  name: string
  price: string
  renewal_type: RenewalType
  product_type: string
  url: string
}

/**
 * Every renewal from today for `days` days, and one entry for each cost with unrecorded past renewals: the latest of them.
 */
export function dueRenewals(
  costs: readonly RenewingCost[],
  view: View,
  { days, overdue }: { days: number; overdue: boolean },
): DueRenewal[] {
  const { today } = view
  const until = addDays(today, days)
  const found = costs.flatMap((cost) => {
    const renewals = renewalsOf(cost)
    if (!renewals) return []
    const next = renewals.firstFrom(today)
    const missed = next - 1
    const entries: DueRenewal[] = []
    if (overdue && missed > 0) entries.push(toDueRenewal(cost, renewals.day(missed), missed, view))
    for (let number = next; renewals.day(number) <= until; number++) {
      entries.push(toDueRenewal(cost, renewals.day(number), 0, view))
    }
    return entries
  })
  return found.sort((one, other) => compare(one.due, other.due) || compare(one.name, other.name) || one.id - other.id)
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function toDueRenewal(cost: RenewingCost, due: Day, missed: number, { today, currency }: View): DueRenewal {
  return {
    id: cost.id,
    name: cost.name,
    amount: toNumber(cost.price),
    currency,
    frequency: frequencyOf(cost),
    due,
    days_left: daysBetween(today, due),
    overdue: due < today,
    missed,
    product_type: cost.product_type,
    url: cost.url,
  }
}

/** One entry per currency. */
export function renewalTotals(
  entries: readonly DueRenewal[],
  costs: readonly RenewingCost[],
  { decimals }: Pick<View, 'decimals'>,
) {
  const prices = new Map(costs.map(({ id, price }) => [id, present(readPrice(price), 'a stored price')]))
  const sum = (some: readonly DueRenewal[]) =>
    roundedShare(
      some.reduce<Amount>((total, { id }) => total + (prices.get(id) ?? 0n), 0n),
      1n,
      decimals,
    )
  return [...Map.groupBy(entries, (entry) => entry.currency)].map(([code, some]) => {
    const overdue = some.filter((entry) => entry.overdue)
    const due = some.filter((entry) => !entry.overdue)
    return {
      currency: code,
      due: sum(due),
      due_count: due.length,
      overdue: sum(overdue),
      overdue_count: overdue.length,
    }
  })
}

export const RenewalSummary = z.object({
  total: z.int(),
  overdue: z.int().describe('How many of them are overdue.'),
  items: z.array(DueRenewal).describe('Earliest first.'),
})

export async function upcomingRenewals(
  context: Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>,
  { days, max }: { days: number; max: number },
): Promise<z.input<typeof RenewalSummary>> {
  const costs = await listRenewing(context.db, context.actor.limits)
  const all = dueRenewals(costs, viewOf(context), { days, overdue: true })
  return { total: all.length, overdue: all.filter(({ overdue }) => overdue).length, items: all.slice(0, max) }
}
