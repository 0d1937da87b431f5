import { sql } from 'kysely'
import { type Database, quickRows } from '../../platform/database/database.ts'

interface HomepagePicture {
  run: string
  moment: string
  taken_at: Date
}

/** The newest picture of the homepage that the browser took around updates; those of failed updates show an error. */
export const findNewestPicture = async (db: Database, siteId: number): Promise<HomepagePicture | undefined> =>
  (
    await quickRows(
      db,
      sql<HomepagePicture>`select run, moment, taken_at from update_screenshots where site_id = ${siteId}
        order by taken_at desc, moment limit 1`,
    )
  )[0]
