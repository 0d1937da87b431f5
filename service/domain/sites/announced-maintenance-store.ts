import { sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'

/** Maintenance is announced a day before it begins. */
export const announcedMs = 86_400_000

/** Whether a period of maintenance covers a site; both are names or aliases of the tables. */
export const periodCovers = (period: string, site: string): Fragment =>
  sql`(num_nonnulls(${sql.ref(`${period}.site_id`)}, ${sql.ref(`${period}.tag_id`)}, ${sql.ref(`${period}.client_id`)}) = 0
    or ${sql.ref(`${period}.site_id`)} = ${sql.ref(`${site}.id`)}
    or ${sql.ref(`${period}.client_id`)} = ${sql.ref(`${site}.client_id`)}
    or exists (select from site_tags as covered where covered.site_id = ${sql.ref(`${site}.id`)}
      and covered.tag_id = ${sql.ref(`${period}.tag_id`)}))`

export interface AnnouncedMaintenance {
  title: string
  note: string
  starts_at: Date
  ends_at: Date
}

/** The first maintenance of a site that takes place now or begins within a day. */
export async function findAnnouncedMaintenance(
  db: Db,
  siteId: number,
  now: Date,
): Promise<AnnouncedMaintenance | undefined> {
  const rows = await queryRows(
    db,
    sql<AnnouncedMaintenance>`select title, note, starts_at, ends_at
      from maintenance_periods as period join sites on ${periodCovers('period', 'sites')}
      where sites.id = ${siteId} and period.ends_at > ${now}
        and period.starts_at <= ${new Date(now.getTime() + announcedMs)}
      order by period.starts_at, period.id limit 1`,
  )
  return rows[0]
}
