import { randomUUID } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
import { present } from '../../platform/present.ts'
import { startJob } from '../jobs/index.ts'
import { endLocked } from './change-rollout.ts'
import { listRollbackSteps, type RollbackSelection, updateRequestedRollbacks } from './rollback-store.ts'
import type { RolloutStatus } from './rollout.ts'
import { requireRollout } from './rollout-entry.ts'
import { nothingToRollBack, wrongRolloutStatus } from './rollout-errors.ts'
import { lockRollout } from './rollout-store.ts'

export interface RollbackChoices {
  confirm_sources: readonly string[]
  allow_vulnerable: readonly string[]
}

/** While a rollout runs, only single steps can be rolled back: it would install again what a wave took back. */
const allowedFrom: readonly RolloutStatus[] = ['paused', 'finished', 'ended']

export async function requireRollbackRollout(context: Context, selection: RollbackSelection) {
  const rollout = await requireRollout(context, selection.rolloutId)
  requireStatus(rollout, selection)
  return rollout
}

function requireStatus({ id, status }: { id: number; status: RolloutStatus }, { position }: RollbackSelection): void {
  if (position === undefined && !allowedFrom.includes(status)) throw wrongRolloutStatus(id, status, 'rolled back')
}

/** Starts a job with one target per site. A paused rollout that is rolled back as a whole ends. */
export async function startRollback(
  context: Context & { step: Operation },
  selection: RollbackSelection,
  choices: RollbackChoices,
): Promise<{ jobId: number; sites: number }> {
  const { db, clock, actor, step: operation } = context
  await requireRollbackRollout(context, selection)
  return db.transaction().execute(async (trx) => {
    const rollout = present(await lockRollout(trx, selection.rolloutId), 'the rollout')
    requireStatus(rollout, selection)
    const now = clock.now()
    const isWhole = selection.position === undefined && selection.wave === undefined
    if (isWhole && rollout.status === 'paused') await endLocked(trx, rollout, now)
    const steps = await listRollbackSteps(trx, selection, now)
    if (steps.length === 0) throw nothingToRollBack(selection.rolloutId)
    const rollbacks = steps.map(({ position }) => ({ position, rollback: randomUUID() }))
    const targets = steps.map(({ site_id, site_url, position }, index) => {
      const rollback = present(rollbacks[index], 'the rollback of a step').rollback
      return { siteId: site_id, label: site_url, input: { rollout_id: rollout.id, position, rollback, ...choices } }
    })
    const needsPerson = choices.confirm_sources.length + choices.allow_vulnerable.length > 0
    const job = await startJob(context, { kind: 'rollback', operation, targets, needsPerson }, trx)
    await updateRequestedRollbacks(trx, rollout.id, rollbacks, { jobId: job.id, by: actor.name, now })
    return { jobId: job.id, sites: steps.length }
  })
}
