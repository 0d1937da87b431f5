import type { InputOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconWebhook } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { webhookTexts } from './webhook-texts.ts'

type Delivery = RowOf<'list-webhook-deliveries'>

const states: Record<Delivery['state'], [Tone, string]> = {
  waiting: ['note', webhookTexts.waiting],
  sending: ['note', webhookTexts.sending],
  delivered: ['good', webhookTexts.delivered],
  failed: ['bad', webhookTexts.failed],
  dropped: ['still', webhookTexts.dropped],
}

const columns: readonly Column<Delivery>[] = [
  {
    key: 'event',
    title: webhookTexts.event,
    primary: true,
    cell: ({ type, subject, message_id }) => (
      <div>
        <span className="row-name">{type}</span>
        <div className="soft small">
          {subject} · {message_id}
        </div>
      </div>
    ),
  },
  {
    key: 'state',
    title: webhookTexts.state,
    cell: ({ state }) => (
      <Badge tone={states[state][0]} dot>
        {states[state][1]}
      </Badge>
    ),
  },
  {
    key: 'answer',
    title: webhookTexts.answer,
    wide: true,
    cell: (delivery) => <Answer {...delivery} />,
    blank: ({ attempted_at }) => attempted_at === null,
  },
  { key: 'attempts', title: webhookTexts.attempts, number: true, cell: ({ attempts }) => attempts },
  {
    key: 'next',
    title: webhookTexts.nextAttempt,
    cell: ({ next_attempt_at }) => <RelativeTime at={next_attempt_at} never="–" />,
    blank: ({ next_attempt_at }) => next_attempt_at === null,
  },
  { key: 'created', title: webhookTexts.created, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]

function Answer({ status, duration_ms, error, answer }: Delivery) {
  return (
    <div className="small" style={{ overflowWrap: 'anywhere' }}>
      {status !== null && (
        <div>{webhookTexts.answered({ status: String(status), milliseconds: duration_ms ?? 0 })}</div>
      )}
      {status === null && <div>{error ?? webhookTexts.noAnswer}</div>}
      {answer && <code>{answer}</code>}
    </div>
  )
}

export function DeliveriesTable({ id, canReplay }: { id: number; canReplay: boolean }) {
  const state = useTableState({ filters: ['state'] })
  const requested = state.filters.state as InputOf<'list-webhook-deliveries'>['state']
  const query = useList(
    'list-webhook-deliveries',
    { id, ...pagingOf(state), ...(requested && { state: requested }) },
    { every: 10_000 },
  )
  const again = (delivery_id: number) =>
    void runAction(
      'replay-webhook-deliveries',
      { id, delivery_id },
      { doing: webhookTexts.replaying, done: webhookTexts.replayed },
    )
  const replayColumn: Column<Delivery> = {
    key: 'again',
    title: '',
    cell: (delivery) =>
      delivery.type !== 'webhook.test' &&
      delivery.state !== 'waiting' &&
      delivery.state !== 'sending' && (
        <Button small onClick={() => again(delivery.id)}>
          {webhookTexts.sendAgain}
        </Button>
      ),
  }
  return (
    <DataTable
      name="webhook-deliveries"
      label={webhookTexts.deliveries}
      columns={canReplay ? [...columns, replayColumn] : columns}
      query={query}
      rowId={(delivery) => delivery.id}
      state={state}
      filters={
        <FilterSelect
          label={webhookTexts.state}
          value={requested}
          options={[
            { value: '', label: webhookTexts.anyState },
            ...Object.entries(states).map(([value, [, label]]) => ({ value, label })),
          ]}
          onChange={(next) => state.set({ state: next })}
        />
      }
      empty={(filtered) => (
        <EmptyState icon={IconWebhook} title={filtered ? webhookTexts.noDeliveriesMatch : webhookTexts.noDeliveries}>
          {filtered ? webhookTexts.chooseAnotherState : webhookTexts.deliveriesAppear}
        </EmptyState>
      )}
    />
  )
}
