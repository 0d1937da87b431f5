import { sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'
import type { StepRow } from './rollout-store.ts'

/**
 * Open steps whose target has ended, or whose job is gone: it was cancelled, its owner lost access, or its worker was lost. A step
 * that ends by itself does so before its target.
 */
export const listLostSteps = (
  trx: Db,
  rolloutId: number,
  wave: number,
): Promise<Pick<StepRow, 'position' | 'state'>[]> =>
  queryRows(
    trx,
    sql<Pick<StepRow, 'position' | 'state'>>`select position, state from rollout_steps as step
      where rollout_id = ${rolloutId} and wave = ${wave} and state in ('waiting', 'running') and job_id is not null
        and (not exists (select from jobs where jobs.id = step.job_id and completed_at is null)
          or exists (select from job_targets as target where target.job_id = step.job_id
            and target.position = step.job_position and target.state not in ('waiting', 'running')))
      order by position`,
  )

/** A running step whose target was cancelled before anything was done waits again. */
export async function returnStep(
  trx: Db,
  { rollout_id, position }: Pick<StepRow, 'rollout_id' | 'position'>,
): Promise<void> {
  await sql`with returned as (
      update rollout_steps set state = 'waiting', started_at = null
      where rollout_id = ${rollout_id} and position = ${position} and state = 'running' returning wave)
    update rollout_waves as wave set in_flight = in_flight - 1
    from returned where wave.rollout_id = ${rollout_id} and wave.position = returned.wave`.execute(trx)
}
