import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { present } from '../../platform/present.ts'
import { startJob } from '../jobs/index.ts'
import { findEndOfWatches, recordLateSteps } from './late-step-store.ts'
import { listLostSteps } from './lost-step-store.ts'
import { publishRolloutEvent } from './rollout-events.ts'
import {
  countOpenSteps,
  listUnqueuedSteps,
  listWaves,
  lockRollout,
  type RolloutRow,
  recordStepEnd,
  releaseSteps,
  updateRolloutRow,
  updateStepJob,
  updateWave,
  type WaveRow,
} from './rollout-store.ts'

/** `step` runs the steps; given by the caller, because that operation itself advances the rollout. */
export type AdvanceContext = Pick<Context, 'db' | 'queue' | 'clock'> & { step: Operation }

const minuteMs = 60_000
/** Steps of one job. Steps wait for the budget while they occupy a worker, so a job has not many more than can run. */
const minStepsPerJob = 100
const jobsPerBudget = 4

/** Takes the rollout as far as it can go now: next job, next wave, pause, end. Called after each step and every minute. */
export async function advanceRollout(context: AdvanceContext, id: number): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const rollout = await lockRollout(trx, id)
    if (!rollout || rollout.ended_at !== null) return
    await recordLateSteps(trx, id)
    if (rollout.status === 'paused') return
    const now = context.clock.now()
    if (rollout.status === 'scheduled') {
      if (rollout.starts_at > now) return
      await updateRolloutRow(trx, id, { status: 'running', started_at: now })
      rollout.status = 'running'
    }
    await advanceLocked(context, trx, rollout, now)
  })
}

async function advanceLocked(context: AdvanceContext, trx: Db, rollout: RolloutRow, now: Date): Promise<void> {
  const waves = await listWaves(trx, rollout.id)
  for (let position = rollout.current_wave; ; position++) {
    const wave = waves[position]
    if (!wave) {
      await updateRolloutRow(trx, rollout.id, { status: 'finished', ended_at: now, current_wave: waves.length - 1 })
      await publishRolloutEvent(trx, 'rollout.finished', rollout, now)
      return
    }
    if (wave.finished_at === null) return runWave(context, trx, rollout, wave, position, now)
    const isLast = position === waves.length - 1
    if (!isLast && now.getTime() < wave.finished_at.getTime() + wave.soak_minutes * minuteMs) {
      await updateRolloutRow(trx, rollout.id, { status: 'soaking', current_wave: position })
      return
    }
  }
}

async function runWave(
  context: AdvanceContext,
  trx: Db,
  rollout: RolloutRow,
  wave: WaveRow,
  position: number,
  now: Date,
): Promise<void> {
  await updateRolloutRow(trx, rollout.id, { status: 'running', current_wave: position })
  if (wave.started_at === null) await updateWave(trx, rollout.id, position, { started_at: now })
  const lost = await listLostSteps(trx, rollout.id, position)
  const message = 'Its job ended before the step did. Check the site.'
  for (const { position: step, state } of lost)
    if (state === 'running')
      await recordStepEnd(trx, { rollout_id: rollout.id, position: step }, { state: 'unknown', message }, now)
  const open = await countOpenSteps(trx, rollout.id, position)
  // Read after the steps were counted: steps end without the lock of the rollout, and each counts its failure when it ends.
  const { failed, forgiven } = present((await listWaves(trx, rollout.id))[position], 'the wave')
  if (failed - forgiven >= wave.budget) {
    const reason = `${failed - forgiven} of ${wave.total} sites of the wave “${wave.name}” failed: the failure budget is spent.`
    return pauseLocked(trx, rollout, 'budget_spent', reason, now)
  }
  if (lost.some(({ state }) => state === 'waiting'))
    return pauseLocked(
      trx,
      rollout,
      'job_ended',
      'The job of this wave ended early: it was cancelled, or its user lost access.',
      now,
    )
  if (open.queued + open.running + open.unqueued === 0) {
    // Its sites are watched: a release may break them minutes later.
    if ((await findEndOfWatches(trx, rollout.id, position)) !== null) {
      await updateRolloutRow(trx, rollout.id, { status: 'soaking', current_wave: position })
      return
    }
    await updateWave(trx, rollout.id, position, { finished_at: now })
    await publishRolloutEvent(trx, 'rollout.wave_finished', rollout, now, { wave: position })
    return advanceLocked(context, trx, { ...rollout, current_wave: position }, now)
  }
  const perJob = Math.max(minStepsPerJob, jobsPerBudget * wave.budget)
  if (open.unqueued === 0 || open.queued + open.running > perJob / 2) return
  const steps = await listUnqueuedSteps(trx, rollout.id, position, perJob)
  const targets = steps.map(({ site_id, site_url, position: step }) => {
    return { siteId: site_id, label: site_url, input: { rollout_id: rollout.id, position: step } }
  })
  const order = { kind: 'rollout', operation: context.step, targets, lowPriority: true }
  const job = await startJob({ ...context, actor: rollout.actor }, order, trx)
  await updateStepJob(
    trx,
    rollout.id,
    steps.map((step) => step.position),
    job.id,
  )
}

/** Steps in flight end; no further step starts. */
export async function pauseLocked(
  trx: Db,
  rollout: RolloutRow,
  code: string,
  reason: string,
  now: Date,
): Promise<void> {
  await updateRolloutRow(trx, rollout.id, { status: 'paused', pause_code: code, pause_reason: reason })
  await releaseSteps(trx, rollout.id)
  await publishRolloutEvent(trx, 'rollout.paused', { ...rollout, pause_code: code, pause_reason: reason }, now)
}
