import { Link } from '@tanstack/react-router'
import { useList } from '../api/query.ts'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { SiteLink } from '../fleet/site-link.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconHistory } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type Change, ChangeSentence, changeTypes } from './change-sentence.tsx'
import { FilterText } from './filter-text.tsx'
import { LogTabs } from './log-tabs.tsx'
import { periods, sinceOf } from './period.ts'

const columns: readonly Column<Change>[] = [
  { key: 'what', title: 'What', primary: true, cell: (change) => <ChangeSentence change={change} /> },
  {
    key: 'site',
    title: 'Site',
    wide: true,
    cell: ({ site_id, site_name, site_url }) => <SiteLink id={site_id} name={site_name} url={site_url} tab="changes" />,
  },
  {
    key: 'kind',
    title: 'Kind',
    cell: ({ type }) => changeTypes.find(({ value }) => value === type)?.label ?? type,
  },
  {
    key: 'source',
    title: 'Done',
    cell: ({ source }) =>
      source === 'flotilla' ? <Badge tone="note">Here</Badge> : <Badge tone="warn">On the site</Badge>,
  },
  { key: 'when', title: 'When', cell: ({ timestamp }) => <RelativeTime at={timestamp} /> },
]

const filters = ['source', 'type', 'site_id', 'client_id', 'user', 'days'] as const
const none = Object.fromEntries(filters.map((name) => [name, '']))

export default function ChangesPage() {
  return (
    <>
      <PageHeader title="Change log">
        What was changed on the sites, by whom, on the site itself or from here.
      </PageHeader>
      <LogTabs current="changes" />
      <ModuleGate module="logs" label="The change log">
        <Changes />
      </ModuleGate>
    </>
  )
}

function Changes() {
  const state = useTableState({ filters })
  const { source, type, site_id, client_id, user, days } = state.filters
  const query = useList('list-changes', {
    ...pagingOf(state),
    ...(source && { source: source as Change['source'] }),
    ...(type && { types: [type] }),
    ...(site_id && { site_ids: [Number(site_id)] }),
    ...(client_id && { client_id: Number(client_id) }),
    ...(user && { user }),
    ...sinceOf(days),
  })
  return (
    <DataTable
      name="changes"
      label="Changes"
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      filters={
        <>
          <FilterSelect
            label="Where it was done"
            value={source}
            options={[
              { value: '', label: 'Done anywhere' },
              { value: 'site', label: 'Done on the site' },
              { value: 'flotilla', label: 'Done here' },
            ]}
            onChange={(source) => state.set({ source })}
          />
          <FilterSelect
            label="Kind"
            value={type}
            options={[{ value: '', label: 'Every kind' }, ...changeTypes]}
            onChange={(type) => state.set({ type })}
          />
          <FilterSelect label="Period" value={days} options={periods} onChange={(days) => state.set({ days })} />
          <NamedPicker noun="site" value={site_id} onChange={(option) => state.set({ site_id: option?.value })} />
          <NamedPicker noun="client" value={client_id} onChange={(option) => state.set({ client_id: option?.value })} />
          <FilterText label="Who" value={user} onChange={(user) => state.set({ user })} />
        </>
      }
      empty={(filtered) =>
        filtered ? (
          <EmptyState
            icon={IconHistory}
            title="No change fits"
            action={<Button onClick={() => state.set(none)}>Clear the filters</Button>}
          />
        ) : (
          <EmptyState icon={IconHistory} title="Nothing has changed yet">
            Every sync brings what was done on the sites since the last one. <Link to="/sites">To the sites</Link>
          </EmptyState>
        )
      }
    />
  )
}
