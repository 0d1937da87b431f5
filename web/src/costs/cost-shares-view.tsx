import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { money } from '../ui/format/money.ts'
import { IconCalendarDollar } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'

type Share = RowOf<'list-cost-shares'>

const columnsIn = (currency: string): readonly Column<Share>[] => [
  {
    key: 'client',
    title: 'Client',
    primary: true,
    cell: ({ client_id, client_name }) =>
      client_id === null ? (
        'Unassigned (sites without a client)'
      ) : (
        <Link to="/clients/$clientId" params={{ clientId: String(client_id) }} className="row-name">
          {client_name}
        </Link>
      ),
  },
  { key: 'costs', title: 'Costs', number: true, cell: ({ costs }) => costs.toLocaleString() },
  { key: 'monthly', title: 'A month', number: true, cell: ({ total_monthly }) => money(total_monthly, currency) },
  { key: 'yearly', title: 'A year', number: true, cell: ({ total_yearly }) => money(total_yearly, currency) },
]

/** What each client pays. The rows add up to the totals above. */
export function CostSharesView() {
  const state = useTableState({ size: 100 })
  const query = useList('list-cost-shares', pagingOf(state))
  return (
    <>
      <p className="soft">A cost that several sites share is split by the number of sites it covers.</p>
      <DataTable
        name="cost-shares"
        label="Costs by client"
        columns={columnsIn(query.data?.extra.currency ?? 'USD')}
        query={query}
        rowId={({ client_id }) => client_id ?? 0}
        state={state}
        empty={() => (
          <EmptyState icon={IconCalendarDollar} title="No active costs">
            Active costs with an interval appear here, split among clients.
          </EmptyState>
        )}
      />
    </>
  )
}
