import type { ReactNode } from 'react'

export type Tone = 'good' | 'partial' | 'warn' | 'bad' | 'note' | 'still'

export function Badge({ tone = 'still', dot = false, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
  return <span className={`badge tone-${tone}${dot ? '' : ' plain'}`}>{children}</span>
}

/** All statuses of the API, with tone and label. */
const statuses: Record<string, [Tone, string]> = {
  connected: ['good', 'Connected'],
  disconnected: ['bad', 'Disconnected'],
  suspended: ['still', 'Suspended'],
  active: ['good', 'Active'],
  inactive: ['still', 'Inactive'],
  up: ['good', 'Up'],
  down: ['bad', 'Down'],
  pending: ['warn', 'Pending'],
  paused: ['still', 'Paused'],
  first: ['note', 'Not checked yet'],
  processing: ['note', 'Running'],
  running: ['note', 'Running'],
  waiting: ['still', 'Waiting'],
  completed: ['good', 'Completed'],
  succeeded: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  partial: ['partial', 'Partly done'],
  nothing_to_do: ['still', 'Nothing to do'],
  unknown: ['warn', 'Outcome unknown'],
  cancelled: ['still', 'Cancelled'],
  expired: ['bad', 'Expired'],
  open: ['bad', 'Open'],
  resolved: ['good', 'Resolved'],
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
