import type { InputOf } from '../../../contract/client.ts'
import { useList, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Stat } from '../ui/card.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconHeartRateMonitor } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { coverageTexts } from './coverage-texts.ts'
import { monitorColumns } from './monitor-columns.tsx'
import { monitorFilterLabels } from './monitor-labels.ts'
import { MonitorRowActions } from './monitor-row-actions.tsx'
import { type Coverage, isFullyChecked, MonitoringSwitch } from './monitoring-switch.tsx'
import { StatusWall } from './status-wall.tsx'

type Input = InputOf<'list-monitors'>

const pollEveryMs = 30_000
const statuses = [
  { value: '', label: 'Any status' },
  ...Object.entries(monitorFilterLabels).map(([value, label]) => ({ value, label })),
]

function Count({ status, label }: { status: NonNullable<Input['status']>; label: string }) {
  const { data } = useOperation('count-monitors', { status }, { every: pollEveryMs })
  return <Stat label={label} value={data?.total.toLocaleString() ?? '…'} to="/monitors" search={{ status }} />
}

/** The word "paused" alone would suggest that a user paused them. */
function CoverageNotice({ coverage }: { coverage: Coverage }) {
  if (coverage.sites === 0 || isFullyChecked(coverage)) return null
  return (
    <Notice tone={coverage.monitored === 0 || coverage.checked === 0 ? 'warn' : 'note'}>
      <div className="apart">
        <span>{coverage.summary}</span>
        <MonitoringSwitch coverage={coverage} />
      </div>
    </Notice>
  )
}

export function MonitorsView() {
  const can = useCan()
  const state = useTableState({ sort: 'status', filters: ['status'], size: 100 })
  const { data: coverage } = useOperation('get-monitoring-coverage', {}, { every: pollEveryMs })
  const query = useList(
    'list-monitors',
    {
      ...pagingOf(state),
      search: state.search,
      orderby: state.sort as Input['orderby'],
      order: state.order,
      ...(state.filters.status && { status: state.filters.status as Input['status'] }),
    },
    { every: pollEveryMs },
  )
  return (
    <>
      {coverage && <CoverageNotice coverage={coverage} />}
      <div className="stats">
        <Stat label="Down" value={coverage?.down.toLocaleString() ?? '…'} to="/monitors" search={{ status: 'down' }} />
        <Count status="pending" label="Being checked again" />
        <Count status="up" label="Up" />
        {coverage && coverage.checked < coverage.monitored && (
          <Count status="stale" label={coverageTexts.notCheckedLately} />
        )}
        <Count status="paused" label={coverageTexts.notMonitored} />
      </div>
      {query.data && query.data.rows.length > 0 && <StatusWall monitors={query.data.rows} total={query.data.total} />}
      <DataTable
        name="monitors"
        label="Monitors"
        columns={monitorColumns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel="Search name or address"
        filters={
          <FilterSelect
            label="Status"
            value={state.filters.status}
            options={statuses}
            onChange={(status) => state.set({ status })}
          />
        }
        rowActions={(monitor) => <MonitorRowActions monitor={monitor} />}
        empty={(filtered) => (
          <EmptyState
            icon={IconHeartRateMonitor}
            title={filtered ? 'No site is like that' : 'Nothing to watch yet'}
            action={!filtered && can('add-site') && <LinkButton to="/sites/add">Add a site</LinkButton>}
          >
            {filtered ? 'That may be good news. Choose another status.' : 'Every site gets a monitor when it is added.'}
          </EmptyState>
        )}
      />
    </>
  )
}
