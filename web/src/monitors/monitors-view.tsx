import type { InputOf } from '../../../contract/client.ts'
import { useList, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { sentence } from '../texts/sentence.ts'
import { LinkButton } from '../ui/button.tsx'
import { Stat } from '../ui/card.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { formatNumber } from '../ui/format/number.ts'
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
import { monitorsTexts } from './monitors-texts.ts'
import { StatusWall } from './status-wall.tsx'

type Input = InputOf<'list-monitors'>

const pollEveryMs = 30_000
const statuses = [
  { value: '', label: monitorsTexts.anyStatus },
  ...Object.entries(monitorFilterLabels).map(([value, label]) => ({ value, label })),
]

function Count({ status, label }: { status: NonNullable<Input['status']>; label: string }) {
  const { data } = useOperation('count-monitors', { status }, { every: pollEveryMs })
  return <Stat label={label} value={data ? formatNumber(data.total) : '…'} to="/monitors" search={{ status }} />
}

/** The word "paused" alone would suggest that a user paused them. */
function CoverageNotice({ coverage }: { coverage: Coverage }) {
  if (coverage.sites === 0 || isFullyChecked(coverage)) return null
  return (
    <Notice tone={coverage.monitored === 0 || coverage.checked === 0 ? 'warn' : 'note'}>
      <div className="apart">
        <span>{sentence(coverage.summary)}</span>
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
        <Stat
          label={monitorsTexts.down}
          value={coverage ? formatNumber(coverage.down) : '…'}
          to="/monitors"
          search={{ status: 'down' }}
        />
        <Count status="pending" label={monitorsTexts.beingCheckedAgain} />
        <Count status="up" label={monitorsTexts.up} />
        {coverage && coverage.checked < coverage.monitored && (
          <Count status="stale" label={coverageTexts.notCheckedLately} />
        )}
        <Count status="paused" label={coverageTexts.notMonitored} />
      </div>
      {query.data && query.data.rows.length > 0 && <StatusWall monitors={query.data.rows} total={query.data.total} />}
      <DataTable
        name="monitors"
        label={monitorsTexts.monitors}
        columns={monitorColumns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        searchLabel={monitorsTexts.searchNameOrAddress}
        filters={
          <FilterSelect
            label={monitorsTexts.status}
            value={state.filters.status}
            options={statuses}
            onChange={(status) => state.set({ status })}
          />
        }
        rowActions={(monitor) => <MonitorRowActions monitor={monitor} />}
        empty={(filtered) => (
          <EmptyState
            icon={IconHeartRateMonitor}
            title={filtered ? monitorsTexts.noSiteIsLike : monitorsTexts.nothingToWatchYet}
            action={!filtered && can('add-site') && <LinkButton to="/sites/add">{monitorsTexts.addASite}</LinkButton>}
          >
            {filtered ? monitorsTexts.thatMayBeGood : monitorsTexts.everySiteGetsA}
          </EmptyState>
        )}
      />
    </>
  )
}
