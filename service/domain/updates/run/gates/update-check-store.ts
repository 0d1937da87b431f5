import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../../../platform/database/database.ts'
import type { WatchResult } from '../watch/watch-store.ts'
import type { Baseline, GateResult } from './compare-pages.ts'
import type { Verdict } from './gate-types.ts'
import type { PageCheck } from './page-check.ts'
import type { ScreenshotMoment } from './screenshot-store.ts'

/** What became of the guard of one item. */
export interface GuardRecord {
  type: string
  slug: string
  /** armed, refused, restored, deactivated, left_broken, disarmed … */
  state: string
  message: string
  culprit: { message: string; file: string; line: number } | null
}

type Json<Value> = ColumnType<Value, string, string>

interface UpdateCheckTable {
  run: string
  site_id: number | null
  started_at: Date
  finished_at: Date | null
  healthy: boolean | null
  /** Pages that gates need could not be read: then `healthy` is null. */
  unchecked: Generated<boolean>
  before: Json<Baseline[]>
  after: ColumnType<PageCheck[], string | undefined, string>
  gates: ColumnType<GateResult[], string | undefined, string>
  guard: ColumnType<GuardRecord[], string | undefined, string>
  /** Of the watch after the first checks. */
  watched_from: Generated<Date | null>
  watched_until: Generated<Date | null>
  watch_minutes: Generated<number[] | null>
  /** Null: nothing is watched, or not any more. */
  watch_next_at: Generated<Date | null>
  watch_ended_at: Generated<Date | null>
  watch_result: Generated<WatchResult | null>
  watch_message: Generated<string | null>
}

declare module '../../../../platform/database/tables.ts' {
  interface Tables {
    update_checks: UpdateCheckTable
  }
}

export type UpdateCheckRow = Selectable<UpdateCheckTable> & {
  /** In the order in which they were taken. */
  screenshots: { moment: ScreenshotMoment; width: number; height: number; taken_at: string }[]
}

const checkColumns = sql`update_checks.*, (select coalesce(json_agg(json_build_object(
    'moment', moment, 'width', width, 'height', height, 'taken_at', taken_at) order by taken_at, moment desc), '[]')
  from update_screenshots as shot where shot.run = update_checks.run) as screenshots`

/** Called before anything is sent. A later attempt of the same run keeps the pages of the first. */
export async function insertCheck(
  db: Db,
  { run, siteId, before }: { run: string; siteId: number; before: readonly Baseline[] },
  now: Date,
): Promise<void> {
  await db
    .insertInto('update_checks')
    .values({ run, site_id: siteId, started_at: now, before: JSON.stringify(before) })
    .onConflict((conflict) =>
      conflict.column('run').doUpdateSet({ finished_at: null, healthy: null, unchecked: false }),
    )
    .execute()
}

export const findCheck = async (db: Db, run: string): Promise<UpdateCheckRow | undefined> =>
  (await queryRows(db, sql<UpdateCheckRow>`select ${checkColumns} from update_checks where run = ${run}`))[0]

export const listChecks = (db: Database, runs: readonly string[]): Promise<UpdateCheckRow[]> =>
  queryRows(db, sql<UpdateCheckRow>`select ${checkColumns} from update_checks where run = any (${runs}::uuid[])`)

export type CheckSummary = Pick<
  UpdateCheckRow,
  'finished_at' | 'healthy' | 'unchecked' | 'watched_until' | 'watch_ended_at' | 'watch_result'
> & {
  guard: readonly Pick<GuardRecord, 'type' | 'slug' | 'state'>[]
}

/** Without pages, gates, pictures and messages. */
export const listCheckSummaries = (db: Db, runs: readonly string[]): Promise<(CheckSummary & { run: string })[]> =>
  queryRows(
    db,
    sql`select run, finished_at, healthy, unchecked, watched_until, watch_ended_at, watch_result, (select coalesce(json_agg(json_build_object(
          'type', record -> 'type', 'slug', record -> 'slug', 'state', record -> 'state')), '[]')
        from jsonb_array_elements(guard) as record) as guard
      from update_checks where run = any (${runs}::uuid[])`,
  )

export interface CheckResult {
  verdict: Verdict
  after: PageCheck[]
  gates: GateResult[]
  guard: GuardRecord[]
}

const healthOf: Record<Verdict, boolean | null> = { passed: true, failed: false, unchecked: null, off: null }

export async function recordCheck(
  db: Db,
  run: string,
  { verdict, after, gates, guard }: CheckResult,
  now: Date,
): Promise<void> {
  await db
    .updateTable('update_checks')
    .set({
      finished_at: now,
      healthy: healthOf[verdict],
      unchecked: verdict === 'unchecked',
      after: JSON.stringify(after),
      gates: JSON.stringify(gates),
      guard: JSON.stringify(guard),
    })
    .where('run', '=', run)
    .execute()
}

/** The verdict of a check that has ended. */
export function storedVerdict({ healthy, unchecked }: UpdateCheckRow): Verdict {
  if (unchecked) return 'unchecked'
  return healthy === null ? 'off' : healthy ? 'passed' : 'failed'
}

/** As of the last sync. */
export async function hasActivePlugin(db: Db, siteId: number, slug: string): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`select 1 from site_software where site_id = ${siteId} and kind = 'plugin' and slug = ${slug} and active`,
  )
  return found.length > 0
}
