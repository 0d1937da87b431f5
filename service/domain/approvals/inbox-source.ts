import { inboxSource } from '../../operation/inbox-source.ts'
import { pendingApprovalRows } from './approval-store.ts'

export const pendingApprovals = inboxSource<{ id: number; operation: string; key: string; hosts: string[] }>({
  kind: 'approval',
  label: 'Approvals',
  // Before everything else: it ends after 10 minutes.
  rank: 5,
  permission: 'account.read',
  time: 'since',
  rows: ({ actor, clock }) => pendingApprovalRows(actor, clock.now()),
  describe: ({ facts: { id, operation, key, hosts } }, { operationsByName }) => ({
    title: `A program asks: ${operationsByName.get(operation)?.label ?? operation}`,
    detail: [
      key === ''
        ? 'A key without a name may do this only after a person has approved it.'
        : `The key ${key} may do this only after a person has approved it.`,
      ...(hosts.length === 0 ? [] : [`It names the hosts ${hosts.slice(0, 5).join(', ')}.`]),
    ].join(' '),
    path: `/approvals/${id}`,
    button: { label: 'Review', path: `/approvals/${id}` },
  }),
})
