import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    site_former_keys: { site_id: number; url: string; content: string; kept_until: Date }
  }
}

export const sealedFormerKeys = 'site_former_keys.content'

export interface FormerKeyRow {
  site_id: number
  url: string
  content: string
  kept_until: Date
}

export async function insertFormerKey(db: Db, row: FormerKeyRow): Promise<void> {
  const { content, kept_until } = row
  await db
    .insertInto('site_former_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['site_id', 'url']).doUpdateSet({ content, kept_until }))
    .execute()
}

/** Unexpired keys, newest first. */
export function listFormerKeys(db: Db, siteIds: number[], now: Date): Promise<FormerKeyRow[]> {
  return db
    .selectFrom('site_former_keys')
    .selectAll()
    .where('site_id', '=', sql<number>`any(${siteIds}::bigint[])`)
    .where('kept_until', '>', now)
    .orderBy('kept_until', 'desc')
    .execute()
}

export async function deleteFormerKey(db: Db, { site_id, url }: Pick<FormerKeyRow, 'site_id' | 'url'>): Promise<void> {
  await db.deleteFrom('site_former_keys').where('site_id', '=', site_id).where('url', '=', url).execute()
}
