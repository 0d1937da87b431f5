import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { UpdateType } from '../update.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    automatic_update_runs: { slot_at: Date; started_at: Date; job_id: number | null; sites: number }
  }
}

/** Takes a run time; false when it was taken before. A concurrent caller waits and gets false. */
export async function takeRunTime(trx: Db, runTime: Date, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('automatic_update_runs')
    .values({ slot_at: runTime, started_at: now, sites: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function isRunTimeTaken(db: Db, runTime: Date): Promise<boolean> {
  const row = await db
    .selectFrom('automatic_update_runs')
    .select('sites')
    .where('slot_at', '=', runTime)
    .executeTakeFirst()
  return row !== undefined
}

export async function recordAutomaticJob(trx: Db, runTime: Date, jobId: number, sites: number): Promise<void> {
  await trx.updateTable('automatic_update_runs').set({ job_id: jobId, sites }).where('slot_at', '=', runTime).execute()
}

/** Connected sites with an update that is not known to fail: with `selected`, of these types and old enough. */
export async function listSitesForAutomaticUpdates(
  db: Db,
  selected: { types: readonly UpdateType[]; offeredBefore: Date } | null,
): Promise<{ id: number; url: string }[]> {
  const isSelected = selected
    ? sql`type = any (${selected.types}::text[]) and first_seen_at <= ${selected.offeredBefore}`
    : sql`true`
  const { rows } = await sql<{ id: number; url: string }>`
    select id, url from sites where connection = 'connected' and suspended_by = 'none' and exists (
      select from site_updates as pending where pending.site_id = sites.id and not ignored and ${isSelected}
        and has_package and fits_wordpress is not false and fits_php is not false)
    order by id`.execute(db)
  return rows
}

export async function listSiteAddresses(db: Db, ids: readonly number[]): Promise<{ id: number; url: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; url: string }>`
    select id, url from sites where id = any (${ids}::bigint[]) order by id`.execute(db)
  return rows
}
