import { useList } from '../api/query.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type Incident, incidentColumns } from './incident-columns.tsx'
import { monitorsTexts } from './monitors-texts.ts'

const columns: readonly Column<Incident>[] = incidentColumns.map((column) =>
  column.key === 'cause' ? { ...column, primary: true } : column,
)

export function SiteIncidents({ siteId }: { siteId: number }) {
  const state = useTableState({ size: 25 })
  const query = useList('list-incidents', { site_id_or_domain: siteId, ...pagingOf(state) })
  return (
    <>
      <h2 className="section-title">{monitorsTexts.incidents}</h2>
      <DataTable
        name="site-incidents"
        label={monitorsTexts.incidents}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        state={state}
        empty={() => <EmptyState title={monitorsTexts.noIncidentsAreRecorded} />}
      />
    </>
  )
}
