import type { InputOf } from '../../../../contract/client.ts'
import type { RowOf } from '../../api/call.ts'
import { useList } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { FilterSelect } from '../../ui/form/filter-select.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconHistory } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../../ui/table/table-state.ts'
import { describeChange } from '../change-labels.ts'
import type { SiteTab } from '../site-tab.ts'

type Change = RowOf<'get-outside-changes'>

const columns: readonly Column<Change>[] = [
  {
    key: 'what',
    title: 'What',
    primary: true,
    cell: ({ description, item }) => <span className="row-name">{describeChange(description, item)}</span>,
  },
  { key: 'type', title: 'Kind', cell: ({ type }) => <Badge>{type}</Badge> },
  { key: 'user', title: 'By', cell: ({ user }) => user || <span className="soft">–</span> },
  {
    key: 'source',
    title: 'Where',
    cell: ({ source }) => (source === 'site' ? 'On the site' : <Badge tone="note">From here</Badge>),
  },
  { key: 'when', title: 'When', cell: ({ timestamp }) => <RelativeTime at={timestamp} /> },
]

const sources = [
  { value: '', label: 'From anywhere' },
  { value: 'site', label: 'On the site' },
  { value: 'flotilla', label: 'From here' },
]

/** Changes made on the site and changes made through Flotilla. */
export default function ChangesTab({ site }: SiteTab) {
  const state = useTableState({ filters: ['source'] })
  const query = useList('get-outside-changes', {
    site_id_or_domain: site.id,
    ...pagingOf(state),
    source: (state.filters.source ?? 'all') as InputOf<'get-outside-changes'>['source'],
  })
  return (
    <DataTable
      name="site-changes"
      label="Changes"
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      filters={
        <FilterSelect
          label="Where"
          value={state.filters.source}
          options={sources}
          onChange={(source) => state.set({ source })}
        />
      }
      empty={() => (
        <EmptyState icon={IconHistory} title="No changes known">
          The site tells with every sync what was done there.
        </EmptyState>
      )}
    />
  )
}
