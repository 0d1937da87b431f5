import { statusTexts } from '../ui/status-texts.ts'
import { jobTexts } from './job-texts.ts'

interface JobCounts {
  status: string
  outcome: string | null
  succeeded: number
  total: number
}

/** Filters of targets: by state while they run, by outcome when they ended. */
export const targetFilters = [
  { value: '', label: jobTexts.allStates },
  { value: 'failed', label: statusTexts.failed },
  { value: 'partial', label: statusTexts.partial },
  { value: 'unknown', label: statusTexts.unknown },
  { value: 'running', label: statusTexts.running },
  { value: 'waiting', label: statusTexts.waiting },
  { value: 'succeeded', label: statusTexts.succeeded },
  { value: 'nothing_to_do', label: statusTexts.nothingToDo },
  { value: 'cancelled', label: statusTexts.cancelled },
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
  if (status === 'cancelled') return jobTexts.runStopped({ succeeded, total })
  if (outcome === 'succeeded') return jobTexts.runSucceeded({ total })
  if (outcome === 'nothing_to_do') return jobTexts.runNothingToDo
  if (outcome === 'unknown') return jobTexts.runUnknown
  return jobTexts.runPartial({ succeeded, total })
}
