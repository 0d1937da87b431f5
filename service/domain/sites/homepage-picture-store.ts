import { sql } from 'kysely'
import { type Database, quickRows } from '../../platform/database/database.ts'

/** Of the checks around updates (`run` and `moment`), or of a performance audit (both null). */
export interface HomepagePicture {
  run: string | null
  moment: string | null
  taken_at: Date
}

/** The newest picture of the homepage that a browser took: of updates, of performance audits, as far as the caller may see them. */
export const findNewestPicture = async (
  db: Database,
  siteId: number,
  { updates, audits }: { updates: boolean; audits: boolean },
): Promise<HomepagePicture | undefined> =>
  (
    await quickRows(
      db,
      sql<HomepagePicture>`
        (select run, moment, taken_at from update_screenshots where ${updates} and site_id = ${siteId}
          order by taken_at desc, moment limit 1)
        union all
        (select null, null, picture_at from perf_results join sites on sites.id = site_id and sites.url = perf_results.url
          where ${audits} and site_id = ${siteId} and strategy = 'desktop' and picture_at is not null)
        order by taken_at desc limit 1`,
    )
  )[0]
