import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconBell } from '../ui/icons.ts'
import { SiteName } from '../ui/site-name.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { type EventKind, eventKinds, KindBadge } from './event-kinds.tsx'

type Event = RowOf<'list-notifications'>

const columns: readonly Column<Event>[] = [
  {
    key: 'site',
    title: 'Site',
    primary: true,
    cell: ({ site_id, site_name, site_url }) => <SiteName id={site_id} name={site_name} url={site_url} />,
  },
  { key: 'kind', title: 'What', cell: ({ kind }) => <KindBadge kind={kind} /> },
  { key: 'cause', title: 'Why', wide: true, cell: ({ cause }) => cause, blank: ({ cause }) => cause === '' },
  { key: 'told', title: 'Told', wide: true, cell: ({ messages }) => describeMessages(messages) },
  { key: 'when', title: 'When', cell: ({ happened_at }) => <RelativeTime at={happened_at} /> },
]

function describeMessages({ waiting, sent, failed }: Event['messages']) {
  const parts = [
    sent > 0 && `${sent} sent`,
    waiting > 0 && `${waiting} waiting`,
    failed > 0 && `${failed} failed`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : <span className="soft">Nobody</span>
}

export function EventsView() {
  const state = useTableState({ filters: ['kind', 'site_id'] })
  const { kind, site_id } = state.filters
  const query = useList(
    'list-notifications',
    {
      ...pagingOf(state),
      ...(kind && { kind: kind as EventKind }),
      ...(site_id && { site_id_or_domain: Number(site_id) }),
    },
    { every: 30_000 },
  )
  return (
    <DataTable
      name="notifications"
      label="Notifications"
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      filters={
        <>
          <FilterSelect
            label="Kind"
            value={kind}
            options={[{ value: '', label: 'Every kind' }, ...eventKinds]}
            onChange={(kind) => state.set({ kind })}
          />
          <NamedPicker noun="site" value={site_id} onChange={(option) => state.set({ site_id: option?.value })} />
        </>
      }
      empty={(filtered) => (
        <EmptyState
          icon={IconBell}
          title={filtered ? 'Nothing fits' : 'Nothing to report'}
          {...(filtered && {
            action: <Button onClick={() => state.set({ kind: '', site_id: '' })}>Clear the filters</Button>,
          })}
        >
          {!filtered && 'When a site goes down or a certificate is in trouble, it stands here with who was told.'}
        </EmptyState>
      )}
    />
  )
}
