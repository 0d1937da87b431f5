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
import { activityTexts } from './activity-texts.ts'
import { type Change, ChangeSentence, changeTypes } from './change-sentence.tsx'
import { FilterText } from './filter-text.tsx'
import { LogTabs } from './log-tabs.tsx'
import { periods, sinceOf } from './period.ts'

const columns: readonly Column<Change>[] = [
  { key: 'what', title: activityTexts.what, primary: true, cell: (change) => <ChangeSentence change={change} /> },
  {
    key: 'site',
    title: activityTexts.site,
    wide: true,
    cell: ({ site_id, site_name, site_url }) => <SiteLink id={site_id} name={site_name} url={site_url} tab="changes" />,
  },
  {
    key: 'kind',
    title: activityTexts.kind,
    cell: ({ type }) => changeTypes.find(({ value }) => value === type)?.label ?? type,
  },
  {
    key: 'source',
    title: activityTexts.done,
    cell: ({ source }) =>
      source === 'flotilla' ? (
        <Badge tone="note">{activityTexts.here}</Badge>
      ) : (
        <Badge tone="warn">{activityTexts.onTheSite}</Badge>
      ),
  },
  { key: 'when', title: activityTexts.when, cell: ({ timestamp }) => <RelativeTime at={timestamp} /> },
]

const filters = ['source', 'type', 'site_id', 'client_id', 'user', 'days'] as const
const none = Object.fromEntries(filters.map((name) => [name, '']))

export default function ChangesPage() {
  return (
    <>
      <PageHeader title={activityTexts.changeLog}>{activityTexts.whatWasChangedOn}</PageHeader>
      <LogTabs current="changes" />
      <ModuleGate module="logs" label={activityTexts.theChangeLog}>
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
      label={activityTexts.changes}
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      filters={
        <>
          <FilterSelect
            label={activityTexts.whereItWasDone}
            value={source}
            options={[
              { value: '', label: activityTexts.doneAnywhere },
              { value: 'site', label: activityTexts.doneOnTheSite },
              { value: 'flotilla', label: activityTexts.doneHere },
            ]}
            onChange={(source) => state.set({ source })}
          />
          <FilterSelect
            label={activityTexts.kind}
            value={type}
            options={[{ value: '', label: activityTexts.everyKind }, ...changeTypes]}
            onChange={(type) => state.set({ type })}
          />
          <FilterSelect
            label={activityTexts.period}
            value={days}
            options={periods}
            onChange={(days) => state.set({ days })}
          />
          <NamedPicker noun="site" value={site_id} onChange={(option) => state.set({ site_id: option?.value })} />
          <NamedPicker noun="client" value={client_id} onChange={(option) => state.set({ client_id: option?.value })} />
          <FilterText label={activityTexts.who} value={user} onChange={(user) => state.set({ user })} />
        </>
      }
      empty={(filtered) =>
        filtered ? (
          <EmptyState
            icon={IconHistory}
            title={activityTexts.noChangeFits}
            action={<Button onClick={() => state.set(none)}>{activityTexts.clearTheFilters}</Button>}
          />
        ) : (
          <EmptyState icon={IconHistory} title={activityTexts.nothingHasChangedYet}>
            {activityTexts.everySyncBringsWhat({ link: (text) => <Link to="/sites">{text}</Link> })}
          </EmptyState>
        )
      }
    />
  )
}
