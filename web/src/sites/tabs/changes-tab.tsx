import type { InputOf } from '../../../../contract/client.ts'
import { changeTypes } from '../../activity/change-sentence.tsx'
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
import { tabsTexts } from './tabs-texts.ts'

type Change = RowOf<'get-outside-changes'>

const typeLabels: ReadonlyMap<string, string> = new Map(changeTypes.map(({ value, label }) => [value, label]))

const columns: readonly Column<Change>[] = [
  {
    key: 'what',
    title: tabsTexts.what,
    primary: true,
    cell: ({ description, item }) => <span className="row-name">{describeChange(description, item)}</span>,
  },
  { key: 'type', title: tabsTexts.kind, cell: ({ type }) => <Badge>{typeLabels.get(type) ?? type}</Badge> },
  { key: 'user', title: tabsTexts.by, cell: ({ user }) => user || <span className="soft">–</span> },
  {
    key: 'source',
    title: tabsTexts.where,
    cell: ({ source }) => (source === 'site' ? tabsTexts.onTheSite : <Badge tone="note">{tabsTexts.fromHere}</Badge>),
  },
  { key: 'when', title: tabsTexts.when, cell: ({ timestamp }) => <RelativeTime at={timestamp} /> },
]

const sources = [
  { value: '', label: tabsTexts.fromAnywhere },
  { value: 'site', label: tabsTexts.onTheSite },
  { value: 'flotilla', label: tabsTexts.fromHere },
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
      label={tabsTexts.changes}
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      filters={
        <FilterSelect
          label={tabsTexts.where}
          value={state.filters.source}
          options={sources}
          onChange={(source) => state.set({ source })}
        />
      }
      empty={() => (
        <EmptyState icon={IconHistory} title={tabsTexts.noChangesKnown}>
          {tabsTexts.theSiteTellsWith}
        </EmptyState>
      )}
    />
  )
}
