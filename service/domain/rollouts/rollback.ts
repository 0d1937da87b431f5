import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { RolledBackItem, StepEvidence, toStepEvidence, type UpdateCheckRow, type Verdict } from '../updates/index.ts'
import { RollbackState } from './rollout.ts'
import type { StepRow } from './rollout-store.ts'

export const StepRollback = z.object({
  state: RollbackState,
  job_id: z.string().nullable(),
  requested_by: z.string(),
  requested_at: timestamp,
  ended_at: timestamp.nullable(),
  message: z.string().nullable(),
  items: z.array(RolledBackItem),
  evidence: StepEvidence.nullable().describe('Null: nothing was checked yet.'),
})

export function toStepRollback(
  row: StepRow & { has_open_rollback: boolean },
  check: UpdateCheckRow | undefined,
): z.input<typeof StepRollback> | null {
  if (row.rollback_state === null || row.rollback_at === null) return null
  return {
    state: shownState(row.rollback_state, row.has_open_rollback),
    job_id: row.rollback_job_id === null ? null : String(row.rollback_job_id),
    requested_by: row.rollback_by ?? '',
    requested_at: isoTime(row.rollback_at),
    ended_at: isoTime(row.rollback_ended_at),
    message: row.rollback_message,
    items: row.rollback_items ?? [],
    evidence: check ? toStepEvidence(check) : null,
  }
}

/** A job that ended without the step leaves it as it was. */
function shownState(state: RollbackState, isOpen: boolean): RollbackState {
  if (isOpen) return state
  return state === 'waiting' ? 'cancelled' : state === 'running' ? 'unknown' : state
}

/** The worst of the items and of the checks decides. */
export function rollbackOutcomeOf(
  items: readonly RolledBackItem[],
  verdict: Verdict,
): { state: RollbackState; message: string | null } {
  const find = (...results: RolledBackItem['result'][]) => items.find(({ result }) => results.includes(result))
  const back = find('rolled_back', 'not_needed')
  const problem = find('other_software', 'failed', 'unknown', 'impossible', 'other_version')
  if (!back) {
    const state = find('other_software', 'failed') ? 'failed' : find('unknown') ? 'unknown' : 'skipped'
    return { state, message: problem?.message ?? 'There is nothing to roll back on this site.' }
  }
  if (verdict === 'failed') return { state: 'unhealthy', message: 'The site fails its checks after the rollback.' }
  if (problem) return { state: 'partial', message: `${problem.name}: ${problem.message}` }
  if (verdict === 'unchecked')
    return { state: 'unknown', message: 'The old version was restored, but the site could not be checked.' }
  return { state: 'done', message: null }
}
