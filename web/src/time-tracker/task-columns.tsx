import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { dayText } from '../ui/format/day.ts'
import { money } from '../ui/format/money.ts'
import type { Column } from '../ui/table/column.ts'
import { clockText } from './clock-text.ts'
import { RunningClock } from './running-clock.tsx'
import { statusLabel } from './task-labels.ts'
import { timeTrackerTexts } from './time-tracker-texts.ts'

export type Task = RowOf<'list-time-tasks'>

const billTones: Partial<Record<Task['payment_status'], Tone>> = {
  paid: 'good',
  overdue: 'bad',
  disputed: 'bad',
  sent: 'note',
  partially_paid: 'warn',
}
const workTones: Partial<Record<Task['task_status'], Tone>> = {
  completed: 'good',
  in_progress: 'note',
  on_hold: 'warn',
}

/** `answeredAt`: when the service reported the durations of running tasks. */
export const taskColumns = (answeredAt: number): readonly Column<Task>[] => [
  {
    key: 'title',
    title: timeTrackerTexts.task,
    sort: 'title',
    primary: true,
    cell: ({ id, title, description }) => (
      <div style={{ minWidth: 0 }}>
        <Link to="." search={(now) => ({ ...now, task: String(id) })} className="row-name">
          {title}
        </Link>
        {description !== '' && <div className="soft small cut">{description}</div>}
      </div>
    ),
  },
  {
    key: 'client',
    title: timeTrackerTexts.client,
    wide: true,
    widthPercent: 16,
    blank: ({ client_id }) => client_id === null,
    cell: ({ client_id, client_name }) =>
      client_id === null ? (
        <span className="soft">–</span>
      ) : (
        <div className="cut">
          <Link to="/clients/$clientId" params={{ clientId: String(client_id) }} title={client_name ?? undefined}>
            {client_name}
          </Link>
        </div>
      ),
  },
  {
    key: 'date',
    title: timeTrackerTexts.day,
    sort: 'date',
    cell: ({ date }) => <span className="nowrap">{dayText(date)}</span>,
  },
  {
    key: 'time',
    title: timeTrackerTexts.time,
    number: true,
    cell: ({ timer, duration, running_for }) =>
      timer === 'running' ? (
        <Badge tone="note" dot>
          <RunningClock seconds={duration} answeredAt={answeredAt} />
          {running_for && (
            <span className="unseen">{timeTrackerTexts.runningForRunningfor({ runningfor: running_for })}</span>
          )}
        </Badge>
      ) : (
        clockText(duration)
      ),
  },
  {
    key: 'amount',
    title: timeTrackerTexts.amount,
    number: true,
    blank: ({ total_price }) => total_price === null,
    cell: ({ total_price, currency }) =>
      total_price === null ? <span className="soft">–</span> : money(total_price, currency),
  },
  {
    key: 'bucket',
    title: timeTrackerTexts.bucket,
    optional: true,
    blank: ({ bucket_id }) => bucket_id === null,
    cell: ({ bucket_title }) => bucket_title ?? <span className="soft">–</span>,
  },
  {
    key: 'status',
    title: timeTrackerTexts.work,
    from: 1180,
    cell: ({ task_status }) => <Badge tone={workTones[task_status] ?? 'still'}>{statusLabel(task_status)}</Badge>,
  },
  {
    key: 'bill',
    title: timeTrackerTexts.bill,
    cell: ({ payment_status }) => (
      <Badge tone={billTones[payment_status] ?? 'still'}>{statusLabel(payment_status)}</Badge>
    ),
  },
  { key: 'by', title: timeTrackerTexts.by, optional: true, cell: ({ created_by }) => created_by },
]
