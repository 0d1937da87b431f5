import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'

export interface MovedIdRow {
  source: string
  kind: 'site' | 'client' | 'tag' | 'cost'
  old_id: number
  new_id: number
  name: string | null
  kept: boolean
}

interface IdFilter {
  source?: string | undefined
  kind?: MovedIdRow['kind'] | undefined
  kept?: boolean | undefined
}

/** A page of the mapping of ids with present names, and the numbers of kept and changed ids without the filter `kept`. */
export async function listIdRows(
  db: Db,
  { source = undefined, kind = undefined, kept }: IdFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: MovedIdRow[]; kept: number; changed: number }> {
  const condition = sql`(${source ?? null}::text is null or source = ${source ?? null})
    and (${kind ?? null}::text is null or kind = ${kind ?? null})`
  const [counts] = await queryRows(
    db,
    sql<{ kept: number; changed: number }>`select count(*) filter (where old_id = new_id)::int as kept,
        count(*) filter (where old_id <> new_id)::int as changed
      from move_in_ids where ${condition}`,
  )
  const rows = await queryRows(
    db,
    sql<MovedIdRow>`select source, kind, old_id, new_id, old_id = new_id as kept,
        case kind when 'site' then (select name from sites where id = new_id)
          when 'client' then (select name from clients where id = new_id)
          when 'tag' then (select name from tags where id = new_id)
          else (select name from costs where id = new_id) end as name
      from move_in_ids where ${condition} and (${kept ?? null}::boolean is null or (old_id = new_id) = ${kept ?? null})
      order by source, kind, old_id limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  return { rows, kept: counts?.kept ?? 0, changed: counts?.changed ?? 0 }
}
