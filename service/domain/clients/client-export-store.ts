import type { Selectable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { exportPageSql, pagesById } from '../../platform/database/export-pages.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { ClientTable } from './client-table.ts'

/** A client with the addresses of its sites and its values by the names of their fields. */
export type ExportedClient = Selectable<ClientTable> & { site_urls: string[]; custom_fields: Record<string, string> }

const seen = (limited: boolean, at: number) => (limited ? `and ${visibleSitesSql('sites', at, at + 1)}` : '')

const exported = (limited: boolean) =>
  statement<ExportedClient>(
    `clients-export${limited ? '-limited' : ''}`,
    `with ${exportPageSql({
      table: 'clients',
      bytes: `octet_length(note) + 60 * (select count(*) from sites where sites.client_id = clients.id)
        + coalesce((select sum(octet_length(value)) from client_field_values where client_id = clients.id), 0)`,
      where: limited ? `exists (select from sites where sites.client_id = clients.id ${seen(limited, 2)})` : 'true',
      afterAt: 1,
    })}
     select clients.*,
       array(select url from sites where sites.client_id = clients.id ${seen(limited, 2)} order by url) as site_urls,
       coalesce((select json_object_agg(client_fields.name, client_field_values.value)
        from client_field_values join client_fields on client_fields.id = client_field_values.field_id
        where client_field_values.client_id = clients.id), '{}') as custom_fields
     from clients join page using (id) order by clients.id`,
  )

export const pagesForExport = (db: Database, limits: Limits | null): AsyncGenerator<ExportedClient[]> =>
  pagesById((id) => db.fetch(exported(limits !== null), [id, ...(limits ? limitValues(limits) : [])]))

export async function listFieldNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('client_fields').select('name').orderBy('name_key').execute()
  return rows.map(({ name }) => name)
}

const byNumberOrEmail = (limited: boolean) =>
  statement<{ id: number; email_key: string | null }>(
    `clients-by-number-or-email${limited ? '-limited' : ''}`,
    `select id, email_key from clients
     where (id = any ($1::bigint[]) or email_key = any (select lower(given) from unnest($2::text[]) as given))
     ${limited ? `and exists (select from sites where sites.client_id = clients.id ${seen(limited, 3)})` : ''}`,
  )

/** Those that exist, for this caller. */
export const findForImport = (db: Database, ids: number[], emails: string[], limits: Limits | null) =>
  db.fetch(byNumberOrEmail(limits !== null), [ids, emails, ...(limits ? limitValues(limits) : [])])
