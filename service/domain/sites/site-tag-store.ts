import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export async function replaceTags(trx: Db, siteId: number, tagIds: number[]): Promise<void> {
  await sql`delete from site_tags where site_id = ${siteId} and tag_id <> all (${tagIds}::bigint[])`.execute(trx)
  await putTags(trx, [siteId], tagIds)
}

/** Every tag on every site, in the order of their ids; what is there already stays. Answers how many came. */
export async function putTags(trx: Db, siteIds: number[], tagIds: number[]): Promise<number> {
  if (siteIds.length === 0 || tagIds.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into site_tags (site_id, tag_id)
    select sites.id, tag_id from sites cross join unnest(${tagIds}::bigint[]) as wanted (tag_id)
    where sites.id = any (${siteIds}::bigint[]) order by sites.id, tag_id for key share of sites
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Answers how many went. */
export async function takeTags(trx: Db, siteIds: number[], tagIds: number[]): Promise<number> {
  if (siteIds.length === 0 || tagIds.length === 0) return 0
  const { numAffectedRows } = await sql`
    delete from site_tags
    where site_id = any (${siteIds}::bigint[]) and tag_id = any (${tagIds}::bigint[])`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
