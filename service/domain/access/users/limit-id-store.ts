import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'

export interface LimitIds {
  sites: Set<number>
  tags: Set<number>
  clients: Set<number>
}

/**
 * The sites, tags and clients that limits name, also those that do not exist any more: limits of users and keys, and those
 * that invitations and groups of the identity provider give.
 */
export async function listLimitIds(db: Db): Promise<LimitIds> {
  const given = (field: string) => sql`
    select jsonb_array_elements_text(rights -> ${field}) as id from (
      select limits as rights from invitations where jsonb_typeof(limits -> ${field}) = 'array'
      union all select mapping from oidc_settings, jsonb_array_elements(mappings) as mapping
        where jsonb_typeof(mapping -> ${field}) = 'array') as given`
  const query = (field: 'site_ids' | 'tag_ids' | 'client_ids') => sql`
    select ${field} as field, id::bigint from (
      select unnest(${sql.ref(field)})::text as id from users
      union select unnest(${sql.ref(field)})::text from api_keys
      union ${given(field)}) as named`
  const rows = await queryRows(
    db,
    sql<{
      field: string
      id: number
    }>`${query('site_ids')} union all ${query('tag_ids')} union all ${query('client_ids')}`,
  )
  const of = (field: string) => new Set(rows.filter((row) => row.field === field).map(({ id }) => Number(id)))
  return { sites: of('site_ids'), tags: of('tag_ids'), clients: of('client_ids') }
}
