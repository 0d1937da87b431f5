import { sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'

/**
 * Steps whose sites failed a repeated check after the step had ended. They use the failure budget of their wave. The state follows the
 * history: an item that was rolled back, a site that works, or one that does not.
 */
export async function recordLateSteps(trx: Db, rolloutId: number): Promise<void> {
  await sql`with late as (
      update rollout_steps as step set message = coalesce(checked.watch_message, step.message), state = case
        when checked.watch_result = 'unknown' then 'unknown'
        when not coalesce(checked.healthy, false) then 'broken'
        when exists (select from update_history where update_history.run = step.run and result = 'rolled_back') then 'rolled_back'
        else 'failed' end
      from update_checks as checked
      where step.rollout_id = ${rolloutId} and step.state = 'updated' and checked.run = step.run
        and checked.watch_result in ('failed', 'unknown')
      returning step.wave),
    counted as (select wave, count(*) as steps from late group by wave)
    update rollout_waves as wave set failed = failed + counted.steps
    from counted where wave.rollout_id = ${rolloutId} and wave.position = counted.wave`.execute(trx)
}

/** When the last repeated check of sites of a wave is due; null: none is. */
export async function findEndOfWatches(db: Db, rolloutId: number, wave: number): Promise<Date | null> {
  const query = sql<{ until: Date | null }>`select max(greatest(watched_until, watch_next_at)) as until
    from rollout_steps as step join update_checks as checked on checked.run = step.run
    where step.rollout_id = ${rolloutId} and step.wave = ${wave} and checked.watch_next_at is not null`
  return oneRow(await queryRows(db, query)).until
}
