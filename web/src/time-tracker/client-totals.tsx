import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { PeriodChoice, periodFilters, periodOf } from '../ui/form/period-choice.tsx'
import { money } from '../ui/format/money.ts'
import { IconClock } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { clockText } from './clock-text.ts'
import { timeTrackerTexts } from './time-tracker-texts.ts'

type Row = RowOf<'list-time-clients'>

const amounts = (pick: (amount: Row['totals']['amounts'][number]) => number) =>
  function Amounts({ totals }: Row) {
    const some = totals.amounts.filter((amount) => pick(amount) > 0)
    if (some.length === 0) return <span className="soft">–</span>
    return some.map((amount) => <div key={amount.currency}>{money(pick(amount), amount.currency)}</div>)
  }

const columns: readonly Column<Row>[] = [
  {
    key: 'client',
    title: timeTrackerTexts.client,
    primary: true,
    cell: ({ id, name }) => (
      <Link to="/clients/$clientId" params={{ clientId: String(id) }} className="row-name">
        {name}
      </Link>
    ),
  },
  {
    key: 'tasks',
    title: timeTrackerTexts.tasks,
    number: true,
    cell: ({ id, totals }) => (
      <Link to="/time-tracker" search={{ client_id: String(id) }} className="count">
        {totals.tasks}
      </Link>
    ),
  },
  { key: 'time', title: timeTrackerTexts.hours, number: true, cell: ({ totals }) => clockText(totals.duration) },
  {
    key: 'billed',
    title: timeTrackerTexts.billedHours,
    number: true,
    cell: ({ totals }) => clockText(totals.billed_duration),
  },
  { key: 'amount', title: timeTrackerTexts.amount, number: true, cell: amounts(({ total_price }) => total_price) },
  {
    key: 'unbilled',
    title: timeTrackerTexts.notBilledYet,
    number: true,
    cell: amounts(({ by_payment_status }) => by_payment_status.unbilled ?? 0),
  },
]

export function ClientTotals() {
  const state = useTableState({ filters: [...periodFilters] })
  const query = useList('list-time-clients', {
    ...pagingOf(state),
    ...periodOf(state, 'this-month', true),
    ...(state.search !== '' && { search: state.search }),
    with_tasks: true,
  })
  return (
    <DataTable
      name="time-clients"
      label={timeTrackerTexts.totalsByClient}
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      searchLabel={timeTrackerTexts.searchClients}
      filters={<PeriodChoice state={state} usual="this-month" all />}
      empty={() => (
        <EmptyState icon={IconClock} title={timeTrackerTexts.noWorkForA}>
          {timeTrackerTexts.chooseAnotherPeriodOr}
        </EmptyState>
      )}
    />
  )
}
