import type { RowOf } from '../../api/call.ts'
import { useList } from '../../api/query.ts'
import { sentence } from '../../texts/sentence.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IconSend } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../../ui/table/table-state.ts'
import { channelTexts } from './channel-texts.ts'

type Message = RowOf<'list-channel-messages'>

const states: Record<Message['state'], [Tone, string]> = {
  waiting: ['note', channelTexts.waiting],
  sending: ['note', channelTexts.sending],
  sent: ['good', channelTexts.sent],
  failed: ['bad', channelTexts.failed],
}

const columns: readonly Column<Message>[] = [
  {
    key: 'message',
    title: channelTexts.message,
    primary: true,
    cell: ({ title, channel }) => (
      <div>
        <span className="row-name" translate="no">
          {title}
        </span>
        <div className="soft small">{channel}</div>
      </div>
    ),
  },
  {
    key: 'state',
    title: channelTexts.state,
    cell: ({ state }) => (
      <Badge tone={states[state][0]} dot>
        {states[state][1]}
      </Badge>
    ),
  },
  {
    key: 'reason',
    title: channelTexts.reason,
    wide: true,
    cell: ({ last_error }) => (last_error === null ? <span className="soft">–</span> : sentence(last_error)),
    blank: ({ last_error }) => last_error === null,
  },
  { key: 'created', title: channelTexts.created, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]

export function ChannelMessages() {
  const state = useTableState({ filters: [] })
  const query = useList('list-channel-messages', pagingOf(state), { every: 15_000 })
  return (
    <DataTable
      name="channel-messages"
      label={channelTexts.messages}
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      state={state}
      empty={() => (
        <EmptyState icon={IconSend} title={channelTexts.noMessages}>
          {channelTexts.noMessagesHint}
        </EmptyState>
      )}
    />
  )
}
