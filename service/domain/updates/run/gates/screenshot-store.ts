import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, type Db, queryRows } from '../../../../platform/database/database.ts'

/** after: the first check after the updates, also when they were rolled back then; restored: the check after the rollback. */
export const ScreenshotMoment = z.enum(['before', 'after', 'restored'])
export type ScreenshotMoment = z.output<typeof ScreenshotMoment>

declare module '../../../../platform/database/tables.ts' {
  interface Tables {
    update_screenshots: {
      run: string
      moment: ScreenshotMoment
      site_id: number
      taken_at: Date
      width: number
      height: number
      content: Buffer
    }
  }
}

/** A later one of the same moment replaces it. */
export async function upsertScreenshot(
  db: Db,
  { run, moment, siteId, image }: { run: string; moment: ScreenshotMoment; siteId: number; image: Image },
  now: Date,
): Promise<void> {
  const values = { taken_at: now, width: image.width, height: image.height, content: image.image }
  await db
    .insertInto('update_screenshots')
    .values({ run, moment, site_id: siteId, ...values })
    .onConflict((conflict) => conflict.columns(['run', 'moment']).doUpdateSet(values))
    .execute()
}

/** Returns whether there was one. */
export async function copyScreenshot(
  db: Db,
  { from, to, moment }: { from: string; to: string; moment: ScreenshotMoment },
): Promise<boolean> {
  const { rows } = await sql`insert into update_screenshots (run, moment, site_id, taken_at, width, height, content)
    select ${to}, moment, site_id, taken_at, width, height, content from update_screenshots
    where run = ${from} and moment = ${moment}
    on conflict (run, moment) do update set taken_at = excluded.taken_at returning 1`.execute(db)
  return rows.length > 0
}

interface Image {
  image: Buffer
  width: number
  height: number
}

export const findScreenshot = async (
  db: Database,
  run: string,
  moment: ScreenshotMoment,
): Promise<{ site_id: number; content: Buffer } | undefined> =>
  (
    await queryRows(
      db,
      sql<{
        site_id: number
        content: Buffer
      }>`select site_id, content from update_screenshots where run = ${run} and moment = ${moment}`,
    )
  )[0]

/** About 1 GB at most. */
const maxScreenshots = 6_000

export async function deleteOldScreenshots(db: Database, before: Date, limit: number): Promise<number> {
  const rows = await queryRows(
    db,
    sql`delete from update_screenshots where (run, moment) in (
        (select run, moment from update_screenshots where taken_at < ${before} limit ${limit})
        union
        (select run, moment from update_screenshots order by taken_at desc, run offset ${maxScreenshots} limit ${limit}))
      returning run`,
  )
  return rows.length
}
