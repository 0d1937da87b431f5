import { useList, useOperation } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Notice } from '../ui/notice.tsx'
import { EmptyState, Loading } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type FleetIncident, handlingColumn, incidentColumns, ofSite } from './incident-columns.tsx'
import { isFullyChecked, MonitoringSwitch } from './monitoring-switch.tsx'
import { monitorsTexts } from './monitors-texts.ts'

const pollEveryMs = 30_000
const openAtOnce = 100
const columns = [ofSite, ...incidentColumns, handlingColumn]
const columnsOfOpen = columns.filter(({ key }) => key !== 'status')

/** What "none is down" is based on. */
function NoneDown() {
  const { data: coverage } = useOperation('get-monitoring-coverage', {}, { every: pollEveryMs })
  if (!coverage) return <Loading lines={1} />
  return (
    <Notice tone={isFullyChecked(coverage) ? 'good' : coverage.monitored === 0 ? 'warn' : 'note'}>
      <div className="apart">
        <span>{sentence(coverage.summary)}</span>
        <MonitoringSwitch coverage={coverage} />
      </div>
    </Notice>
  )
}

/** Open incidents first, then past ones. */
export function IncidentsView() {
  const state = useTableState({ size: 25 })
  const open = useList('list-fleet-incidents', { status: 'down', per_page: openAtOnce }, { every: pollEveryMs })
  const past = useList('list-fleet-incidents', { status: 'resolved', ...pagingOf(state) }, { every: pollEveryMs })
  return (
    <>
      <h2 className="section-title">{monitorsTexts.downNow}</h2>
      {open.data?.total === 0 ? (
        <NoneDown />
      ) : (
        <DataTable<FleetIncident>
          name="open-incidents"
          label={monitorsTexts.sitesThatAreDown}
          columns={columnsOfOpen}
          query={open}
          rowId={({ id }) => id}
          state={{ ...state, page: 1, size: openAtOnce }}
          empty={() => null}
        />
      )}
      <h2 className="section-title">{monitorsTexts.over}</h2>
      <DataTable<FleetIncident>
        name="past-incidents"
        label={monitorsTexts.incidentsThatAreOver}
        columns={columns}
        query={past}
        rowId={({ id }) => id}
        state={state}
        empty={() => <EmptyState title={monitorsTexts.noIncidentHasEnded}>{monitorsTexts.whenASiteDoes}</EmptyState>}
      />
    </>
  )
}
