import { z } from 'zod'
import { type Operation, operation } from '../../../operation/operation.ts'
import { RolledBackItem, Slugs } from '../../updates/index.ts'
import { rollBackStep } from '../roll-back-step.ts'
import { listRollbackSteps } from '../rollback-store.ts'
import { RollbackState } from '../rollout.ts'

/** Has no route: only the jobs of rollbacks run it, once per site. */
export const rollBackRolloutStep: Operation = operation({
  name: 'roll-back-rollout-step',
  summary: 'Restore the old versions of one site of a rollout, as part of a job.',
  // As roll-back-rollout, which starts its job: a retry of the job needs the same rights.
  effect: 'destroy',
  stepUp: true,
  // An item whose old version is installed is left alone.
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({
    rollout_id: z.int().min(1),
    position: z.int().min(0),
    rollback: z.uuid(),
    confirm_sources: Slugs.default([]),
    allow_vulnerable: Slugs.default([]),
  }),
  output: z.object({
    rollout_id: z.int(),
    position: z.int(),
    state: RollbackState,
    message: z.string().nullable(),
    items: z.array(RolledBackItem),
  }),
  results: ({ position, state, message, items }) => {
    const label = ['site rolled back', 'sites rolled back'] as const
    if (state === 'done') return { done: 1, errors: [], label }
    if (state === 'skipped' && items.length === 0) return { done: 0, errors: [], label }
    const code = state === 'unknown' ? 'svc_outcome_unknown' : 'svc_not_rolled_back'
    const failure = { identifier: position, code, message: message ?? 'The site was not rolled back.' }
    return { done: 0, errors: [failure], partial: state === 'partial' || state === 'unhealthy' ? 1 : 0, label }
  },
})
  .plans(async ({ rollout_id: rolloutId, position }, { db, clock }) => {
    return { would_affect: await listRollbackSteps(db, { rolloutId, position }, clock.now()) }
  })
  .does(async ({ rollout_id, position, rollback, confirm_sources, allow_vulnerable }, context) => {
    const choices = { confirm_sources, allow_vulnerable }
    return { rollout_id, position, ...(await rollBackStep(context, { rollout_id, position, rollback }, choices)) }
  })
