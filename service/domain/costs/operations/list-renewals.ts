import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { addDays } from '../../../platform/calendar.ts'
import { listRenewing } from '../cost-store.ts'
import { sumCosts } from '../cost-totals.ts'
import { DueRenewal, dueRenewals, RenewalTotals, renewalTotals } from '../renewals/due-renewals.ts'
import { viewOf } from '../view.ts'

export const listRenewals = operation({
  name: 'list-renewals',
  summary: 'List the active costs that are due in the next days, with overdue ones and totals.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({
    days: z.int().min(0).max(366).default(30).describe('0 means today only.'),
    overdue: z.boolean().default(true).describe('Include costs whose last renewal was not recorded.'),
    page,
    per_page: perPage(100, 1000),
  }),
  output: z.object({
    from: z.string(),
    until: z.string(),
    renewals: z.array(DueRenewal),
    totals: z.array(RenewalTotals).describe('Of all pages, per currency.'),
    currency: z.string(),
    total_monthly: z.number().describe('Of all active costs; a year has 52 weeks, a month is a twelfth of a year.'),
    total_yearly: z.number(),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ days, overdue, page, per_page }, context) => {
  const { db, actor } = context
  const view = viewOf(context)
  const costs = await listRenewing(db, actor.limits)
  const all = dueRenewals(costs, view, { days, overdue })
  return {
    from: view.today,
    until: addDays(view.today, days),
    renewals: all.slice((page - 1) * per_page, page * per_page),
    totals: renewalTotals(all, costs, view),
    ...sumCosts(costs, view),
    page,
    per_page,
    total: all.length,
  }
})
