import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { money } from '../ui/format/money.ts'
import { formatNumber } from '../ui/format/number.ts'
import { IconCalendarDollar } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { costsTexts } from './costs-texts.ts'

type Share = RowOf<'list-cost-shares'>

const columnsIn = (currency: string): readonly Column<Share>[] => [
  {
    key: 'client',
    title: costsTexts.client,
    primary: true,
    cell: ({ client_id, client_name }) =>
      client_id === null ? (
        costsTexts.unassignedSitesWithoutA
      ) : (
        <Link to="/clients/$clientId" params={{ clientId: String(client_id) }} className="row-name">
          {client_name}
        </Link>
      ),
  },
  { key: 'costs', title: costsTexts.costs, number: true, cell: ({ costs }) => formatNumber(costs) },
  {
    key: 'monthly',
    title: costsTexts.aMonth,
    number: true,
    cell: ({ total_monthly }) => money(total_monthly, currency),
  },
  { key: 'yearly', title: costsTexts.aYear, number: true, cell: ({ total_yearly }) => money(total_yearly, currency) },
]

/** What each client pays. The rows add up to the totals above. */
export function CostSharesView() {
  const state = useTableState({ size: 100 })
  const query = useList('list-cost-shares', pagingOf(state))
  return (
    <>
      <p className="soft">{costsTexts.aCostThatSeveral}</p>
      <DataTable
        name="cost-shares"
        label={costsTexts.costsByClient}
        columns={columnsIn(query.data?.extra.currency ?? 'USD')}
        query={query}
        rowId={({ client_id }) => client_id ?? 0}
        state={state}
        empty={() => (
          <EmptyState icon={IconCalendarDollar} title={costsTexts.noActiveCosts}>
            {costsTexts.activeCostsWithAn}
          </EmptyState>
        )}
      />
    </>
  )
}
