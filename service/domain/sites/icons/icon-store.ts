import { sql } from 'kysely'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { ImageType } from '../../../platform/image-size.ts'

export interface SiteIconTable {
  site_id: number
  next_at: Date
  site_url: string | null
  source_url: string | null
  media_type: ImageType | null
  content: Buffer | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    site_icons: SiteIconTable
  }
}

/** Schedules new and moved sites for the next run. */
export async function insertMissingIconSchedules(trx: Db, now: Date): Promise<void> {
  await sql`
    update site_icons set next_at = ${now}, site_url = null from sites
    where sites.id = site_id and site_icons.site_url <> sites.url`.execute(trx)
  await sql`
    insert into site_icons (site_id, next_at)
    select id, ${now} from sites
    where connection = 'connected' and not exists (select from site_icons where site_id = sites.id)
    on conflict do nothing`.execute(trx)
}

/** Takes sites that are due; a concurrent call takes others. */
export async function takeDueIcons(trx: Db, { now, next, most }: { now: Date; next: Date; most: number }) {
  const { rows } = await sql<{ id: number; url: string }>`
    with due as (
      select site_id from site_icons where next_at <= ${now} order by next_at limit ${most} for update skip locked),
    moved as (
      update site_icons set next_at = ${next}
      from due where due.site_id = site_icons.site_id returning site_icons.site_id)
    select id, url from sites join moved on moved.site_id = sites.id
    where suspended_by = 'none' and connection = 'connected' order by id`.execute(trx)
  return rows
}

export async function countDueIcons(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from sites left join site_icons on site_id = sites.id
    where suspended_by = 'none' and connection = 'connected' and coalesce(next_at, ${now}) <= ${now}`.execute(db)
  return rows[0]!.due
}

export const findIcon = (db: Database, siteId: number) =>
  db
    .selectFrom('site_icons')
    .select(['source_url', 'media_type', 'content'])
    .where('site_id', '=', siteId)
    .executeTakeFirst()

/** Stores the icon of a site; `address` is null when it has none. */
export async function upsertIcon(
  db: Database,
  site: { id: number; url: string },
  icon: Pick<SiteIconTable, 'source_url' | 'media_type' | 'content'> & { address: string | null; next: Date },
): Promise<void> {
  const { address, next, ...image } = icon
  const row = { ...image, site_url: site.url, next_at: next }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('site_icons')
      .values({ site_id: site.id, ...row })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet(row))
      .execute()
    // Usually nothing changed, and the wide row is not written.
    await trx
      .updateTable('sites')
      .set({ icon_url: address })
      .where('id', '=', site.id)
      .where('icon_url', 'is distinct from', address)
      .execute()
  })
}
