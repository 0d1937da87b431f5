import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Badge } from '../ui/badge.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconCircleCheck } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { approvalTexts } from './approval-texts.ts'

export type Approval = RowOf<'list-approvals'>

export function ApprovalState({ state }: Pick<Approval, 'state'>) {
  const tone = {
    pending: 'warn',
    approved: 'note',
    used: 'good',
    refused: 'bad',
    outdated: 'still',
    expired: 'still',
  } as const
  return <Badge tone={tone[state]}>{approvalTexts.stateOf({ state })}</Badge>
}

const columns: readonly Column<Approval>[] = [
  {
    key: 'operation',
    title: approvalTexts.operation,
    primary: true,
    cell: ({ id, operation }) => (
      <Link to="/approvals/$approvalId" params={{ approvalId: String(id) }} className="row-name">
        {operation}
      </Link>
    ),
  },
  { key: 'state', title: approvalTexts.state, cell: ({ state }) => <ApprovalState state={state} /> },
  { key: 'by', title: approvalTexts.by, wide: true, cell: ({ by }) => by },
  { key: 'targets', title: approvalTexts.targets, number: true, cell: ({ count }) => formatNumber(count) },
  {
    key: 'requested',
    title: approvalTexts.requested,
    cell: ({ requested_at }) => <RelativeTime at={requested_at} />,
  },
  { key: 'decided', title: approvalTexts.decided, cell: ({ decided_by }) => decided_by ?? '–' },
]

const pollMs = 10_000

export default function ApprovalsPage() {
  const state = useTableState({ filters: ['show'] })
  const pending = state.filters.show !== 'all'
  const query = useList('list-approvals', { ...pagingOf(state), pending }, { every: pollMs })
  return (
    <>
      <PageHeader title={approvalTexts.approvals}>{approvalTexts.introduction}</PageHeader>
      <DataTable
        name="approvals"
        label={approvalTexts.approvals}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        filters={
          <FilterSelect
            label={approvalTexts.state}
            value={state.filters.show}
            options={[
              { value: '', label: approvalTexts.pendingOnly },
              { value: 'all', label: approvalTexts.all },
            ]}
            onChange={(show) => state.set({ show })}
          />
        }
        empty={() => (
          <EmptyState icon={IconCircleCheck} title={pending ? approvalTexts.noneWaits : approvalTexts.none}>
            {pending ? approvalTexts.noneWaitsHint : approvalTexts.noneHint}
          </EmptyState>
        )}
      />
    </>
  )
}
