import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'

/** The sites and tags that API keys are limited to, also those that do not exist any more. */
export async function listLimitIds(db: Db): Promise<{ sites: Set<number>; tags: Set<number> }> {
  const rows = await queryRows(
    db,
    sql<{ kind: string; id: number }>`select distinct 'site' as kind, unnest(site_ids) as id from api_keys
      union select distinct 'tag', unnest(tag_ids) from api_keys`,
  )
  const of = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => Number(id)))
  return { sites: of('site'), tags: of('tag') }
}
