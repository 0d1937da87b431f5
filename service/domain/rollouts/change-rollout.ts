import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { present } from '../../platform/present.ts'
import { advanceRollout, pauseLocked } from './advance-rollout.ts'
import type { RolloutStatus } from './rollout.ts'
import { requireRollout } from './rollout-entry.ts'
import { wrongRolloutStatus } from './rollout-errors.ts'
import { publishRolloutEvent } from './rollout-events.ts'
import {
  cancelSteps,
  listWaves,
  lockRollout,
  type RolloutRow,
  releaseSteps,
  updateRolloutRow,
  updateWave,
} from './rollout-store.ts'

type Change = 'paused' | 'resumed' | 'ended'

const allowedFrom: Record<Change, readonly RolloutStatus[]> = {
  paused: ['scheduled', 'running', 'soaking'],
  resumed: ['paused'],
  ended: ['scheduled', 'running', 'soaking', 'paused'],
}

function requireStatus({ id, status }: Pick<RolloutRow, 'id' | 'status'>, change: Change): void {
  if (!allowedFrom[change].includes(status)) throw wrongRolloutStatus(id, status, change)
}

export async function requireChangeableRollout(context: Context, id: number, change: Change) {
  const rollout = await requireRollout(context, id)
  requireStatus(rollout, change)
  return rollout
}

export async function pauseRolloutById(context: Context, id: number): Promise<void> {
  await requireChangeableRollout(context, id, 'paused')
  await context.db.transaction().execute(async (trx) => {
    const rollout = present(await lockRollout(trx, id), 'the rollout')
    requireStatus(rollout, 'paused')
    await pauseLocked(trx, rollout, 'by_person', `Paused by ${context.actor.name}.`, context.clock.now())
  })
}

/** Earlier failures of the wave no longer count: the person has seen them. */
export async function resumeRolloutById(context: Context & { step: Operation }, id: number): Promise<void> {
  await requireChangeableRollout(context, id, 'resumed')
  await context.db.transaction().execute(async (trx) => {
    const rollout = present(await lockRollout(trx, id), 'the rollout')
    requireStatus(rollout, 'resumed')
    const wave = (await listWaves(trx, id))[rollout.current_wave]
    if (wave) await updateWave(trx, id, rollout.current_wave, { forgiven: wave.failed })
    await releaseSteps(trx, id)
    const now = context.clock.now()
    const hasStarted = rollout.started_at !== null || rollout.starts_at <= now
    await updateRolloutRow(trx, id, {
      status: hasStarted ? 'running' : 'scheduled',
      pause_code: null,
      pause_reason: null,
      ...(hasStarted && { started_at: rollout.started_at ?? now }),
    })
  })
  await advanceRollout(context, id)
}

export async function endRolloutById(context: Context, id: number): Promise<void> {
  await requireChangeableRollout(context, id, 'ended')
  await context.db.transaction().execute(async (trx) => {
    const rollout = present(await lockRollout(trx, id), 'the rollout')
    requireStatus(rollout, 'ended')
    await endLocked(trx, rollout, context.clock.now())
  })
}

export async function endLocked(trx: Db, rollout: RolloutRow, now: Date): Promise<void> {
  await cancelSteps(trx, rollout.id, now)
  await updateRolloutRow(trx, rollout.id, { status: 'ended', ended_at: now })
  await publishRolloutEvent(trx, 'rollout.finished', rollout, now, { isComplete: false })
}
