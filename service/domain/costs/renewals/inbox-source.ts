import { inboxSource } from '../../../operation/inbox-source.ts'
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
  rows: async (context) =>
    renewalRows(
      dueRenewals(await listRenewing(context.db, context.actor.limits), viewOf(context), { days, overdue: true }),
    ),
  describe: ({ facts: { name, amount, currency, days_left } }) => ({
    title: `${name} ${describeDue(days_left)}`,
    detail: `${amount} ${currency}. Renew or cancel it, then record the day.`,
    path: '/costs?view=renewals',
    button: { label: 'Show renewals', path: '/costs?view=renewals' },
  }),
})

function describeDue(left: number): string {
  if (left < 0) return left === -1 ? 'was due yesterday' : `was due ${-left} days ago`
  return left === 0 ? 'is due today' : left === 1 ? 'is due tomorrow' : `is due in ${left} days`
}
