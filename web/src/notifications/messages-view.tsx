import type { InputOf } from '../../../contract/client.ts'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconMail } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { notificationsTexts } from './notifications-texts.ts'

type Message = RowOf<'list-notification-messages'>

const states: Record<Message['state'], [Tone, string]> = {
  waiting: ['note', notificationsTexts.waiting],
  sending: ['note', notificationsTexts.beingSent],
  sent: ['good', notificationsTexts.sent],
  failed: ['bad', notificationsTexts.failed],
}

const columns: readonly Column<Message>[] = [
  {
    key: 'message',
    title: notificationsTexts.message,
    primary: true,
    cell: ({ subject, channel, recipient }) => (
      <div>
        <span className="row-name" translate="no">
          {subject}
        </span>
        <div className="soft small">
          {channel === 'email'
            ? notificationsTexts.toRecipient({ recipient })
            : notificationsTexts.toWebhookRecipient({ recipient })}
        </div>
      </div>
    ),
  },
  {
    key: 'state',
    title: notificationsTexts.state,
    cell: ({ state }) => (
      <Badge tone={states[state][0]} dot>
        {states[state][1]}
      </Badge>
    ),
  },
  {
    key: 'error',
    title: notificationsTexts.whyNot,
    wide: true,
    cell: ({ last_error }) => (last_error === null ? <span className="soft">–</span> : sentence(last_error)),
    blank: ({ last_error }) => last_error === null,
  },
  { key: 'attempts', title: notificationsTexts.attempts, number: true, cell: ({ attempts }) => attempts },
  {
    key: 'next',
    title: notificationsTexts.nextAttempt,
    cell: ({ next_attempt_at }) => <RelativeTime at={next_attempt_at} never="–" />,
    blank: ({ next_attempt_at }) => next_attempt_at === null,
  },
  { key: 'made', title: notificationsTexts.made, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
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
      label={notificationsTexts.messages}
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      filters={
        <FilterSelect
          label={notificationsTexts.state}
          value={requested}
          options={[
            { value: '', label: notificationsTexts.anyState },
            ...Object.entries(states).map(([value, [, label]]) => ({ value, label })),
          ]}
          onChange={(next) => state.set({ state: next })}
        />
      }
      empty={(filtered) => (
        <EmptyState
          icon={IconMail}
          title={filtered ? notificationsTexts.noMessageFits : notificationsTexts.noMessagesYet}
        >
          {filtered ? notificationsTexts.chooseAnotherState : notificationsTexts.eMailsAndCalls}
        </EmptyState>
      )}
    />
  )
}
