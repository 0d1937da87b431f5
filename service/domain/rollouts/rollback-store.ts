import { sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { checksFailed, type RolledBackItem } from '../updates/index.ts'
import type { PlannedItem, RollbackState } from './rollout.ts'
import type { StepRow } from './rollout-store.ts'

/** A job will end this rollback. */
export const hasOpenRollback = sql`(step.rollback_state in ('waiting', 'running')
  and exists (select from jobs where jobs.id = step.rollback_job_id and jobs.completed_at is null))`

/** The site failed its checks, and the new version stayed. */
const isLeftInstalled = sql`item.error_code = ${sql.lit(checksFailed)}`

/** Plugins and themes whose new version may be on the site. */
const isInstalledItem = sql`item.run = step.run and item.type in ('plugin', 'theme')
  and (item.result in ('updated', 'unknown', 'rolled_back') or ${isLeftInstalled}) and item.to_version <> item.from_version`

export const canRollBack = sql`(step.site_id is not null and step.state not in ('waiting', 'running')
  and not ${hasOpenRollback} and exists (select from update_history as item where ${isInstalledItem}))`

export interface RollbackSelection {
  rolloutId: number
  wave?: number | undefined
  position?: number | undefined
}

const isSelected = ({ rolloutId, wave, position }: RollbackSelection) => sql`step.rollout_id = ${rolloutId}
  and (${wave ?? null}::integer is null or step.wave = ${wave ?? null})
  and (${position ?? null}::integer is null or step.position = ${position ?? null})`

export interface RollbackStep {
  position: number
  wave: number
  site_id: number
  site_name: string
  site_url: string
  run: string
  /** `hasCopy`: a guard on the site may have a copy of the old version. */
  items: (PlannedItem & { type: 'plugin' | 'theme'; hasCopy: boolean })[]
}

/** Steps that can be rolled back, with the items to bring back. */
export const listRollbackSteps = (db: Db, selection: RollbackSelection, now: Date): Promise<RollbackStep[]> =>
  queryRows(
    db,
    sql<RollbackStep>`select step.position, step.wave, step.site_id, step.site_name, step.site_url, step.run,
        json_agg(json_build_object('type', item.type, 'slug', item.slug, 'name', item.name, 'from', item.from_version,
          'to', item.to_version, 'hasCopy', exists (select from guards where guards.site_id = step.site_id
            and guards.run = step.run and guards.type = item.type and guards.slug = item.slug and guards.ended_at is null
            and guards.expires_at > ${now} and guards.state not in ('refused', 'left_broken'))) order by item.id) as items
      from rollout_steps as step join update_history as item on ${isInstalledItem}
      where ${isSelected(selection)} and ${canRollBack}
      group by step.rollout_id, step.position order by step.wave, step.position`,
  )

/** Sites of the selection on which WordPress itself was updated. */
export const countCoreSteps = async (db: Db, selection: RollbackSelection): Promise<number> =>
  oneRow(
    await queryRows(
      db,
      sql<{ steps: number }>`select count(*) as steps from rollout_steps as step
        where ${isSelected(selection)} and exists (select from update_history as item
          where item.run = step.run and item.type = 'core' and (item.result in ('updated', 'unknown') or ${isLeftInstalled}))`,
    ),
  ).steps

export const countRollbackSteps = (db: Db, rolloutId: number): Promise<{ wave: number; steps: number }[]> =>
  queryRows(
    db,
    sql<{ wave: number; steps: number }>`select step.wave, count(*) as steps from rollout_steps as step
      where step.rollout_id = ${rolloutId} and ${canRollBack} group by step.wave`,
  )

/** Records that the steps are to be rolled back by this job. */
export async function updateRequestedRollbacks(
  trx: Db,
  rolloutId: number,
  rollbacks: readonly { position: number; rollback: string }[],
  { jobId, by, now }: { jobId: number; by: string; now: Date },
): Promise<void> {
  await sql`update rollout_steps as step set rollback_run = given.rollback, rollback_state = 'waiting',
      rollback_job_id = ${jobId}, rollback_by = ${by}, rollback_at = ${now}, rollback_ended_at = null,
      rollback_message = null, rollback_items = null
    from unnest(${rollbacks.map(({ position }) => position)}::integer[],
      ${rollbacks.map(({ rollback }) => rollback)}::uuid[]) as given (position, rollback)
    where step.rollout_id = ${rolloutId} and step.position = given.position`.execute(trx)
}

/** The step, if this rollback of it has not ended. */
export const takeRollback = async (
  db: Database,
  rolloutId: number,
  position: number,
  rollback: string,
): Promise<StepRow | undefined> =>
  (
    await queryRows(
      db,
      sql<StepRow>`update rollout_steps set rollback_state = 'running'
        where rollout_id = ${rolloutId} and position = ${position} and rollback_run = ${rollback}
          and rollback_state in ('waiting', 'running') returning *`,
    )
  )[0]

/** Ends a rollback once. A step whose old versions are back is reverted. */
export async function recordRollbackEnd(
  db: Db,
  { rollout_id, position, rollback_run }: Pick<StepRow, 'rollout_id' | 'position' | 'rollback_run'>,
  { state, message, items }: { state: RollbackState; message: string | null; items: readonly RolledBackItem[] },
  now: Date,
): Promise<void> {
  await sql`update rollout_steps set rollback_state = ${state}, rollback_message = ${message},
      rollback_items = ${JSON.stringify(items)}::jsonb, rollback_ended_at = ${now},
      state = case when ${state === 'done' || state === 'unhealthy'} then 'reverted' else state end
    where rollout_id = ${rollout_id} and position = ${position} and rollback_run = ${rollback_run}
      and rollback_state = 'running'`.execute(db)
}
