import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconMail } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'

type Message = RowOf<'list-notification-messages'>

const states: Record<Message['state'], [Tone, string]> = {
  waiting: ['note', 'Waiting'],
  sending: ['note', 'Being sent'],
  sent: ['good', 'Sent'],
  failed: ['bad', 'Failed'],
}

const columns: readonly Column<Message>[] = [
  {
    key: 'message',
    title: 'Message',
    primary: true,
    cell: ({ subject, channel, recipient }) => (
      <div>
        <span className="row-name">{subject}</span>
        <div className="soft small">{channel === 'email' ? `To ${recipient}` : `To webhook ${recipient}`}</div>
      </div>
    ),
  },
  {
    key: 'state',
    title: 'State',
    cell: ({ state }) => (
      <Badge tone={states[state][0]} dot>
        {states[state][1]}
      </Badge>
    ),
  },
  {
    key: 'error',
    title: 'Why not',
    wide: true,
    cell: ({ last_error }) => last_error ?? <span className="soft">–</span>,
    blank: ({ last_error }) => last_error === null,
  },
  { key: 'attempts', title: 'Attempts', number: true, cell: ({ attempts }) => attempts },
  {
    key: 'next',
    title: 'Next attempt',
    cell: ({ next_attempt_at }) => <RelativeTime at={next_attempt_at} never="–" />,
    blank: ({ next_attempt_at }) => next_attempt_at === null,
  },
  { key: 'made', title: 'Made', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]

export function MessagesView() {
  const state = useTableState({ filters: ['state'] })
  const requested = state.filters.state as InputOf<'list-notification-messages'>['state']
  const query = useList(
    'list-notification-messages',
    { ...pagingOf(state), ...(requested && { state: requested }) },
    { every: 15_000 },
  )
  return (
    <DataTable
      name="messages"
      label="Messages"
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      filters={
        <FilterSelect
          label="State"
          value={requested}
          options={[
            { value: '', label: 'Any state' },
            ...Object.entries(states).map(([value, [, label]]) => ({ value, label })),
          ]}
          onChange={(next) => state.set({ state: next })}
        />
      }
      empty={(filtered) => (
        <EmptyState icon={IconMail} title={filtered ? 'No message fits' : 'No messages yet'}>
          {filtered ? 'Choose another state.' : 'E-mails and calls of webhooks appear here when something happens.'}
        </EmptyState>
      )}
    />
  )
}
