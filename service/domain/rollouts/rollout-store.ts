import { type ColumnType, type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import type { CheckChoice } from '../update-policies/index.ts'
import type { RolledBackItem } from '../updates/index.ts'
import type { CutWave } from './cut-waves.ts'
import { failedStates, type PlannedItem, type RollbackState, type RolloutStatus, type StepState } from './rollout.ts'

interface RolloutTable {
  id: GeneratedAlways<number>
  name: string
  status: RolloutStatus
  pause_code: string | null
  pause_reason: string | null
  current_wave: Generated<number>
  checks: ColumnType<CheckChoice, string, never>
  actor: ColumnType<Actor, string, string>
  user_id: number | null
  key_id: number | null
  user_name: string
  created_at: Date
  starts_at: Date
  started_at: Date | null
  ended_at: Date | null
}

interface WaveTable {
  rollout_id: number
  position: number
  name: string
  soak_minutes: number
  budget: number
  total: number
  in_flight: Generated<number>
  failed: Generated<number>
  forgiven: Generated<number>
  started_at: Date | null
  finished_at: Date | null
}

interface StepTable {
  rollout_id: number
  position: number
  wave: number
  site_id: number | null
  site_name: string
  site_url: string
  items: ColumnType<PlannedItem[], string, string>
  run: string
  state: Generated<StepState>
  job_id: number | null
  /** Of its target in the job. */
  job_position: number | null
  message: string | null
  started_at: Date | null
  ended_at: Date | null
  rollback_run: string | null
  rollback_state: RollbackState | null
  rollback_job_id: number | null
  rollback_by: string | null
  rollback_at: Date | null
  rollback_ended_at: Date | null
  rollback_message: string | null
  rollback_items: ColumnType<RolledBackItem[] | null, string | null, string | null>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    rollouts: RolloutTable
    rollout_waves: WaveTable
    rollout_steps: StepTable
  }
}

export type RolloutRow = Selectable<RolloutTable>
export type WaveRow = Selectable<WaveTable>
export type StepRow = Selectable<StepTable>

export interface NewStep {
  wave: number
  siteId: number
  siteName: string
  siteUrl: string
  items: PlannedItem[]
  run: string
}

export async function insertRollout(
  trx: Db,
  { name, actor, startsAt, checks }: { name: string; actor: Actor; startsAt: Date; checks: CheckChoice },
  waves: readonly CutWave[],
  steps: readonly NewStep[],
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('rollouts')
    .values({
      name,
      status: 'scheduled',
      checks: JSON.stringify(checks),
      actor: JSON.stringify(actor),
      user_id: actor.userId,
      key_id: actor.keyId,
      user_name: actor.name,
      created_at: now,
      starts_at: startsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('rollout_waves')
    .values(
      waves.map(({ name, soakMinutes, budget, siteIds }, position) => {
        return { rollout_id: id, position, name, soak_minutes: soakMinutes, budget, total: siteIds.length }
      }),
    )
    .execute()
  const column = <Value>(read: (step: NewStep) => Value) => steps.map(read)
  await sql`insert into rollout_steps (rollout_id, position, wave, site_id, site_name, site_url, items, run)
    select ${id}, position - 1, wave, site_id, site_name, site_url, items, run
    from unnest(${column(({ wave }) => wave)}::integer[], ${column(({ siteId }) => siteId)}::bigint[],
      ${column(({ siteName }) => siteName)}::text[], ${column(({ siteUrl }) => siteUrl)}::text[],
      ${column(({ items }) => JSON.stringify(items))}::jsonb[], ${column(({ run }) => run)}::uuid[])
      with ordinality as given (wave, site_id, site_name, site_url, items, run, position)`.execute(trx)
  return id
}

/** A caller without limits sees all rollouts; a limited one its own, while it may see all their sites. */
const isVisible = ({ limits, userId, keyId }: Pick<Actor, 'limits' | 'userId' | 'keyId'>) =>
  limits === null
    ? sql`true`
    : sql`(rollouts.user_id is not distinct from ${userId}::bigint and rollouts.key_id is not distinct from ${keyId}::bigint
        and not exists (select from rollout_steps as step where step.rollout_id = rollouts.id and step.site_id is not null
          and not ${siteIdIsVisible('step.site_id', limits)}))`

export interface RolloutCounts {
  waves_total: number
  sites_total: number
  sites_updated: number
  sites_failed: number
  sites_left: number
}

const counts = sql`(select count(*) from rollout_waves where rollout_id = rollouts.id) as waves_total, counted.*`
const countedSteps = sql`cross join lateral (select count(*) as sites_total,
    count(*) filter (where state = 'updated') as sites_updated,
    count(*) filter (where state = any (${[...failedStates]}::text[])) as sites_failed,
    count(*) filter (where state in ('waiting', 'running')) as sites_left
  from rollout_steps where rollout_id = rollouts.id) as counted`

export async function listRolloutRows(
  db: Database,
  actor: Actor,
  { open, page, perPage }: { open: boolean | undefined; page: number; perPage: number },
): Promise<{ rows: (RolloutRow & RolloutCounts)[]; total: number }> {
  const isSelected = sql`${isVisible(actor)} and ${open === undefined ? sql`true` : open ? sql`ended_at is null` : sql`ended_at is not null`}`
  const rows = await queryRows(
    db,
    sql<RolloutRow & RolloutCounts>`select rollouts.*, ${counts} from (
        select * from rollouts where ${isSelected} order by id desc limit ${perPage} offset ${(page - 1) * perPage}
      ) as rollouts ${countedSteps} order by id desc`,
  )
  const query = sql<{ total: number }>`select count(*) as total from rollouts where ${isSelected}`
  return { rows, total: oneRow(await queryRows(db, query)).total }
}

export const findRollout = async (
  db: Db,
  id: number,
  actor: Actor,
): Promise<(RolloutRow & RolloutCounts) | undefined> =>
  (
    await queryRows(
      db,
      sql<RolloutRow & RolloutCounts>`select rollouts.*, ${counts} from rollouts ${countedSteps}
        where rollouts.id = ${id} and ${isVisible(actor)}`,
    )
  )[0]

export interface PausedRolloutFacts {
  id: number
  name: string
  reason: string | null
}

/** Paused rollouts, the newest first. The key changes with the wave and the reason, so that another pause is another item. */
export const pausedRolloutRows = (actor: Actor): Fragment =>
  sql`select rollouts.id || ' ' || current_wave || ' ' || coalesce(pause_code, '') as key, null::bigint as site_id,
      coalesce(started_at, created_at) as at, row_number() over (order by rollouts.id desc) as position,
      null::bigint as assigned_user_id, jsonb_build_object('id', rollouts.id, 'name', name, 'reason', pause_reason) as facts
    from rollouts where status = 'paused' and ${isVisible(actor)}`

export const lockRollout = async (trx: Db, id: number): Promise<RolloutRow | undefined> =>
  (await queryRows(trx, sql<RolloutRow>`select * from rollouts where id = ${id} for update`))[0]

export const listWaves = (db: Db, rolloutId: number): Promise<WaveRow[]> =>
  queryRows(db, sql<WaveRow>`select * from rollout_waves where rollout_id = ${rolloutId} order by position`)

export const countStates = (db: Db, rolloutId: number): Promise<{ wave: number; state: StepState; steps: number }[]> =>
  queryRows(
    db,
    sql`select wave, state, count(*) as steps from rollout_steps where rollout_id = ${rolloutId} group by wave, state`,
  )

export type ItemCount = Omit<PlannedItem, 'from'> & { sites: number }

export const listRolloutItems = (db: Db, rolloutId: number): Promise<ItemCount[]> =>
  queryRows(
    db,
    sql<ItemCount>`select item ->> 'type' as type, item ->> 'slug' as slug, min(item ->> 'name') as name,
        item ->> 'to' as "to", count(*) as sites
      from rollout_steps cross join lateral jsonb_array_elements(items) as item
      where rollout_id = ${rolloutId} group by 1, 2, 4 order by sites desc, name, 4 limit 500`,
  )

export type PlannedStep = StepRow & Pick<RolloutRow, 'checks'>

export async function findStep(db: Db, rolloutId: number, position: number): Promise<PlannedStep | undefined> {
  const query = sql<PlannedStep>`select rollout_steps.*, checks from rollout_steps
    join rollouts on rollouts.id = rollout_id where rollout_id = ${rolloutId} and position = ${position}`
  return (await queryRows(db, query))[0]
}

/**
 * Starts a waiting step if the rollout runs and the budget allows one more: steps in flight and failed steps of the wave
 * together never exceed it, over all processes.
 */
export async function takeStep(db: Database, { rollout_id, position, wave }: StepRow, now: Date): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`with permit as (
        update rollout_waves as wave set in_flight = in_flight + 1
        from rollouts, rollout_steps as step
        where rollouts.id = ${rollout_id} and rollouts.status = 'running' and rollouts.current_wave = ${wave}
          and wave.rollout_id = rollouts.id and wave.position = ${wave}
          and wave.in_flight + wave.failed - wave.forgiven < wave.budget
          and step.rollout_id = rollouts.id and step.position = ${position} and step.state = 'waiting'
        returning 1)
      update rollout_steps set state = 'running', started_at = ${now}
      where rollout_id = ${rollout_id} and position = ${position} and state = 'waiting' and exists (select from permit)
      returning 1`,
  )
  return rows.length > 0
}

/** Ends a running step once; false when it had ended. */
export async function recordStepEnd(
  trx: Db,
  { rollout_id, position }: Pick<StepRow, 'rollout_id' | 'position'>,
  { state, message }: { state: StepState; message: string | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`with ended as (
      update rollout_steps set state = ${state}, message = ${message}, ended_at = ${now}
      where rollout_id = ${rollout_id} and position = ${position} and state = 'running' returning wave)
    update rollout_waves as wave set in_flight = in_flight - 1, failed = failed + ${failedStates.includes(state) ? 1 : 0}::integer
    from ended where wave.rollout_id = ${rollout_id} and wave.position = ended.wave returning 1`.execute(trx)
  return rows.length > 0
}

export async function updateRolloutRow(
  trx: Db,
  id: number,
  changes: Partial<
    Pick<RolloutRow, 'status' | 'pause_code' | 'pause_reason' | 'current_wave' | 'started_at' | 'ended_at'>
  >,
): Promise<void> {
  await trx.updateTable('rollouts').set(changes).where('id', '=', id).execute()
}

export async function updateWave(
  trx: Db,
  rolloutId: number,
  position: number,
  changes: Partial<Pick<WaveRow, 'started_at' | 'finished_at' | 'forgiven'>>,
): Promise<void> {
  await trx
    .updateTable('rollout_waves')
    .set(changes)
    .where('rollout_id', '=', rolloutId)
    .where('position', '=', position)
    .execute()
}

/** Steps of a wave that a job has and that have not ended, and those that no job has yet. */
export const countOpenSteps = async (
  trx: Db,
  rolloutId: number,
  wave: number,
): Promise<{ queued: number; running: number; unqueued: number }> =>
  oneRow(
    await queryRows(
      trx,
      sql<{ queued: number; running: number; unqueued: number }>`
        select count(*) filter (where state = 'waiting' and job_id is not null) as queued,
          count(*) filter (where state = 'running') as running,
          count(*) filter (where state = 'waiting' and job_id is null) as unqueued
        from rollout_steps where rollout_id = ${rolloutId} and wave = ${wave} and state in ('waiting', 'running')`,
    ),
  )

export const listUnqueuedSteps = (trx: Db, rolloutId: number, wave: number, max: number): Promise<StepRow[]> =>
  queryRows(
    trx,
    sql<StepRow>`select * from rollout_steps where rollout_id = ${rolloutId} and wave = ${wave} and state = 'waiting'
        and job_id is null order by position limit ${max}`,
  )

export async function updateStepJob(
  trx: Db,
  rolloutId: number,
  positions: readonly number[],
  jobId: number,
): Promise<void> {
  await sql`update rollout_steps as step set job_id = ${jobId}, job_position = given.target - 1
    from unnest(${positions}::integer[]) with ordinality as given (position, target)
    where rollout_id = ${rolloutId} and step.position = given.position`.execute(trx)
}

/** Waiting steps leave their jobs, so that a later job can take them. */
export async function releaseSteps(trx: Db, rolloutId: number): Promise<void> {
  await sql`update rollout_steps set job_id = null where rollout_id = ${rolloutId} and state = 'waiting'`.execute(trx)
}

export async function cancelSteps(trx: Db, rolloutId: number, now: Date): Promise<void> {
  await sql`update rollout_steps set state = 'cancelled', ended_at = ${now}
    where rollout_id = ${rolloutId} and state = 'waiting'`.execute(trx)
}

export const listDueRollouts = (db: Database, now: Date): Promise<{ id: number }[]> =>
  queryRows(
    db,
    sql<{ id: number }>`select id from rollouts where ended_at is null
        and (status <> 'scheduled' or starts_at <= ${now}) order by id`,
  )

const maxDeleted = 100

export async function deleteOldRollouts(db: Database, before: Date): Promise<number> {
  const query = sql`delete from rollouts where id in (
    select id from rollouts where ended_at < ${before} order by ended_at limit ${sql.lit(maxDeleted)}) returning id`
  return (await queryRows(db, query)).length
}
