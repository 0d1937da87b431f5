import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import { findEndOfWatches } from './late-step-store.ts'
import { countRollbackSteps } from './rollback-store.ts'
import { failedStates, type Rollout, type RolloutDetail } from './rollout.ts'
import { rolloutNotFound } from './rollout-errors.ts'
import {
  countStates,
  findRollout,
  listRolloutItems,
  listWaves,
  type RolloutCounts,
  type RolloutRow,
} from './rollout-store.ts'

export const toRollout = (row: RolloutRow & RolloutCounts): z.input<typeof Rollout> => ({
  rollout_id: row.id,
  name: row.name,
  status: row.status,
  pause_code: row.pause_code,
  pause_reason: row.pause_reason,
  current_wave: row.current_wave,
  waves_total: row.waves_total,
  sites_total: row.sites_total,
  sites_updated: row.sites_updated,
  sites_failed: row.sites_failed,
  sites_left: row.sites_left,
  started_by: row.user_name,
  created_at: isoTime(row.created_at),
  starts_at: isoTime(row.starts_at),
  started_at: isoTime(row.started_at),
  ended_at: isoTime(row.ended_at),
})

export async function requireRollout({ db, actor }: Pick<Context, 'db' | 'actor'>, id: number) {
  const rollout = await findRollout(db, id, actor)
  if (!rollout) throw rolloutNotFound(id)
  return rollout
}

const minuteMs = 60_000

export async function readRolloutDetail(
  context: Pick<Context, 'db' | 'actor'>,
  id: number,
): Promise<z.input<typeof RolloutDetail>> {
  const rollout = await requireRollout(context, id)
  const [waves, states, items, open] = await Promise.all([
    listWaves(context.db, id),
    countStates(context.db, id),
    listRolloutItems(context.db, id),
    countRollbackSteps(context.db, id),
  ])
  const watchedUntil = await findEndOfWatches(context.db, id, rollout.current_wave)
  const toRollBack = (wave: number) => open.find((counted) => counted.wave === wave)?.steps ?? 0
  return {
    ...toRollout(rollout),
    checks: rollout.checks,
    sites_to_roll_back: open.reduce((sum, { steps }) => sum + steps, 0),
    watched_until: isoTime(watchedUntil),
    items,
    waves: waves.map(({ position, name, soak_minutes, budget, total, failed, forgiven, started_at, finished_at }) => {
      const count = (...wanted: string[]) =>
        states
          .filter(({ wave, state }) => wave === position && wanted.includes(state))
          .reduce((sum, { steps }) => sum + steps, 0)
      const soakEnds =
        finished_at && soak_minutes > 0 ? new Date(finished_at.getTime() + soak_minutes * minuteMs) : null
      return {
        wave: position,
        name,
        soak_minutes,
        budget,
        budget_left: Math.max(0, budget - (failed - forgiven)),
        total,
        waiting: count('waiting'),
        running: count('running'),
        updated: count('updated', 'reverted'),
        failed: count(...failedStates),
        rolled_back: count('rolled_back', 'reverted'),
        unknown: count('unknown'),
        to_roll_back: toRollBack(position),
        skipped: count('skipped', 'cancelled'),
        started_at: isoTime(started_at),
        finished_at: isoTime(finished_at),
        next_wave_at: position < waves.length - 1 ? isoTime(soakEnds) : null,
      }
    }),
  }
}
