import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { sentence } from '../texts/sentence.ts'
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
import { notificationsTexts } from './notifications-texts.ts'

type Event = RowOf<'list-notifications'>

const columns: readonly Column<Event>[] = [
  {
    key: 'site',
    title: notificationsTexts.site,
    primary: true,
    cell: ({ site_id, site_name, site_url }) => <SiteName id={site_id} name={site_name} url={site_url} />,
  },
  { key: 'kind', title: notificationsTexts.what, cell: ({ kind }) => <KindBadge kind={kind} /> },
  {
    key: 'cause',
    title: notificationsTexts.why,
    wide: true,
    cell: ({ cause }) => sentence(cause),
    blank: ({ cause }) => cause === '',
  },
  { key: 'told', title: notificationsTexts.informed, wide: true, cell: ({ messages }) => describeMessages(messages) },
  { key: 'when', title: notificationsTexts.when, cell: ({ happened_at }) => <RelativeTime at={happened_at} /> },
]

function describeMessages({ waiting, sent, failed }: Event['messages']) {
  const parts = [
    sent > 0 && notificationsTexts.sentSent({ sent }),
    waiting > 0 && notificationsTexts.waitingWaiting({ waiting }),
    failed > 0 && notificationsTexts.failedFailed({ failed }),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : <span className="soft">{notificationsTexts.noOne}</span>
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
      label={notificationsTexts.notifications}
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      filters={
        <>
          <FilterSelect
            label={notificationsTexts.kind}
            value={kind}
            options={[{ value: '', label: notificationsTexts.everyKind }, ...eventKinds]}
            onChange={(kind) => state.set({ kind })}
          />
          <NamedPicker noun="site" value={site_id} onChange={(option) => state.set({ site_id: option?.value })} />
        </>
      }
      empty={(filtered) => (
        <EmptyState
          icon={IconBell}
          title={filtered ? notificationsTexts.nothingFits : notificationsTexts.nothingToReport}
          {...(filtered && {
            action: (
              <Button onClick={() => state.set({ kind: '', site_id: '' })}>{notificationsTexts.clearTheFilters}</Button>
            ),
          })}
        >
          {!filtered && notificationsTexts.whenASiteGoes}
        </EmptyState>
      )}
    />
  )
}
