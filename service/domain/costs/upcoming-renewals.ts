import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { listRenewing } from './cost-store.ts'
import { DueRenewal, dueRenewals } from './due-renewals.ts'
import { viewOf } from './view.ts'

/** What is to be paid soon, in short. */
export const RenewalSummary = z.object({
  total: z.int(),
  overdue: z.int().describe('How many of them are overdue.'),
  items: z.array(DueRenewal).describe('The earliest first.'),
})

export async function upcomingRenewals(
  context: Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>,
  { days, most }: { days: number; most: number },
): Promise<z.input<typeof RenewalSummary>> {
  const costs = await listRenewing(context.db, context.actor.limits)
  const all = dueRenewals(costs, viewOf(context), { days, overdue: true })
  return { total: all.length, overdue: all.filter(({ overdue }) => overdue).length, items: all.slice(0, most) }
}
