import { sql } from 'kysely'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { ImageType } from '../../../platform/image-size.ts'
import { scheduleSites } from '../site-schedule-store.ts'

export interface SiteIconTable {
  site_id: number
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

/** Clears the address of icons whose site moved, so that they are fetched again; returns the sites. */
export async function clearFormerAddresses(trx: Db): Promise<number[]> {
  const { rows } = await sql<{ site_id: number }>`
    update site_icons set site_url = null from sites
    where sites.id = site_id and site_icons.site_url <> sites.url returning site_id`.execute(trx)
  return rows.map(({ site_id }) => site_id)
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
  const row = { ...image, site_url: site.url }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('site_icons')
      .values({ site_id: site.id, ...row })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet(row))
      .execute()
    await scheduleSites(trx, 'icon', [site.id], next)
    // Usually nothing changed, and the wide row is not written.
    await trx
      .updateTable('sites')
      .set({ icon_url: address })
      .where('id', '=', site.id)
      .where('icon_url', 'is distinct from', address)
      .execute()
  })
}
