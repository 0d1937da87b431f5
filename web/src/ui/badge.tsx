import type { ReactNode } from 'react'
import { statusTexts } from './status-texts.ts'

export type Tone = 'good' | 'partial' | 'warn' | 'bad' | 'note' | 'still'

export function Badge({ tone = 'still', dot = false, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
  return <span className={`badge tone-${tone}${dot ? '' : ' plain'}`}>{children}</span>
}

/** All statuses of the API, with tone and label. */
const statuses: Record<string, [Tone, string]> = {
  connected: ['good', statusTexts.connected],
  disconnected: ['bad', statusTexts.disconnected],
  suspended: ['still', statusTexts.suspended],
  active: ['good', statusTexts.active],
  inactive: ['still', statusTexts.inactive],
  up: ['good', statusTexts.up],
  down: ['bad', statusTexts.down],
  pending: ['warn', statusTexts.pending],
  paused: ['still', statusTexts.paused],
  first: ['note', statusTexts.notChecked],
  never_reached: ['warn', statusTexts.neverReached],
  processing: ['note', statusTexts.running],
  running: ['note', statusTexts.running],
  waiting: ['still', statusTexts.waiting],
  completed: ['good', statusTexts.completed],
  succeeded: ['good', statusTexts.succeeded],
  failed: ['bad', statusTexts.failed],
  partial: ['partial', statusTexts.partial],
  nothing_to_do: ['still', statusTexts.nothingToDo],
  unknown: ['warn', statusTexts.unknown],
  cancelled: ['still', statusTexts.cancelled],
  expired: ['bad', statusTexts.expired],
  open: ['bad', statusTexts.open],
  resolved: ['good', statusTexts.resolved],
  interrupted: ['still', statusTexts.interrupted],
}

export function StatusBadge({ status }: { status: string }) {
  const [tone, text] = statuses[status] ?? ['still', status.replaceAll('_', ' ')]
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  )
}

/** What came of a job or a target, if it is not a success; while it runs, or when it was cancelled, its status. */
export function OutcomeBadge({ status, outcome }: { status: string; outcome: string | null }) {
  const hasOutcome = outcome !== null && outcome !== 'succeeded' && status !== 'cancelled'
  return <StatusBadge status={hasOutcome ? outcome : status} />
}

/** A tag in its own colour. The text keeps the default colour, so that it stays readable. */
export function TagChip({ name, color }: { name: string; color: string | null }) {
  return (
    <span className="tag">
      <i style={color === null ? undefined : { background: color }} />
      {name}
    </span>
  )
}
