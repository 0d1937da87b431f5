interface JobCounts {
  status: string
  outcome: string | null
  succeeded: number
  total: number
}

/** Filters of targets: by state while they run, by outcome when they ended. */
export const targetFilters = [
  { value: '', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'partial', label: 'Partly done' },
  { value: 'unknown', label: 'Outcome unknown' },
  { value: 'running', label: 'Running' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'succeeded', label: 'Done' },
  { value: 'nothing_to_do', label: 'Nothing to do' },
  { value: 'cancelled', label: 'Cancelled' },
]

const outcomes = ['partial', 'unknown', 'nothing_to_do'] as const
const states = ['failed', 'running', 'waiting', 'succeeded', 'cancelled'] as const

export function targetFilter(value: string | undefined) {
  const outcome = outcomes.find((each) => each === value)
  const state = states.find((each) => each === value)
  return { ...(outcome && { outcome }), ...(state && { state }) }
}

/** Heading of an update run: never more than what was achieved. */
export function runTitle({ status, outcome, succeeded, total }: JobCounts): string {
  const counted = `${succeeded.toLocaleString()} of ${total.toLocaleString()} ${total === 1 ? 'site' : 'sites'} updated`
  if (status === 'cancelled') return `Stopped: ${counted}`
  if (outcome === 'succeeded') return total === 1 ? 'Site updated' : `All ${total.toLocaleString()} sites updated`
  if (outcome === 'nothing_to_do') return 'Nothing to update'
  if (outcome === 'unknown') return 'Outcome of the updates unknown'
  return counted
}
