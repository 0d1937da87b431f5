import { timeZoneOf } from '../../../operation/configured-days.ts'
import { inboxSource } from '../../../operation/inbox-source.ts'
import { addDays, type Day, spanOfDays } from '../../../platform/calendar.ts'
import { listRenewing, type RenewalFacts, renewalRows } from '../cost-store.ts'
import { viewOf } from '../view.ts'
import { dueRenewals } from './due-renewals.ts'

const days = 7

export const renewals = inboxSource<RenewalFacts>({
  kind: 'renewal',
  label: 'Renewals',
  rank: 70,
  permission: 'costs.read',
  module: 'cost-tracker',
  time: 'due',
  rows: async (context) => {
    const costs = await listRenewing(context.db, context.actor.limits)
    const view = viewOf(context)
    const endOf = (left: number) => endOfDay(addDays(view.today, left), timeZoneOf(context.settings))
    const due = dueRenewals(costs, view, { days, overdue: true })
    return renewalRows(due.map((renewal) => ({ ...renewal, end: endOf(renewal.days_left) })))
  },
  describe: ({ facts: { name, amount, currency, days_left } }) => ({
    title: `${name} ${describeDue(days_left)}`,
    detail: `${amount} ${currency}. Renew or cancel it, then record the day.`,
    path: '/costs?view=renewals',
    button: { label: 'Show renewals', path: '/costs?view=renewals' },
  }),
})

/** The last second of the day, so that the time that is left has as many days as the title says. */
const endOfDay = (day: Day, zone: string): Date => new Date(spanOfDays(day, day, zone).to.getTime() - 1_000)

function describeDue(left: number): string {
  if (left < 0) return left === -1 ? 'was due yesterday' : `was due ${-left} days ago`
  return left === 0 ? 'is due today' : left === 1 ? 'is due tomorrow' : `is due in ${left} days`
}
