import { sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import type { ClientDataTable } from './client-data-table.ts'
import type { ClientSubject } from './client-subject.ts'
import { clientTables } from './client-tables.ts'

/** By what the data of the client is found now. */
export async function findSubject(
  db: Db,
  { id, name, email }: { id: number; name: string; email: string | null },
): Promise<ClientSubject> {
  const sites = await queryRows(
    db,
    sql<{ id: number; url: string }>`select id, url from sites where client_id = ${id} order by id`,
  )
  const siteIds = sites.map((site) => site.id)
  const domains = await queryRows(
    db,
    sql<{ domain: string }>`select domain from site_domains where domain is not null group by domain
      having bool_and(site_id = any (${siteIds}::bigint[]))`,
  )
  const slugs = await queryRows(
    db,
    sql<{ slug: string }>`select slug from site_software
      where slug in (select slug from site_software where site_id = any (${siteIds}::bigint[])) group by slug
      having bool_and(site_id = any (${siteIds}::bigint[]))`,
  )
  const siteUrls = sites.map(({ url }) => url)
  return {
    clientId: id,
    name,
    email,
    siteIds,
    siteUrls,
    domains: domains.map(({ domain }) => domain),
    ownSlugs: slugs.map(({ slug }) => slug),
  }
}

export interface CountedTable extends ClientDataTable {
  rows: number
}

/** Tables with rows of the client, for an erasure or for an archive; one query for each table, whatever its size. */
export async function countRowsOfClient(
  db: Db,
  subject: ClientSubject,
  purpose: 'erasure' | 'archive',
): Promise<CountedTable[]> {
  const counted: CountedTable[] = []
  for (const table of clientTables) {
    const find = purpose === 'archive' ? (table.archive ?? table.find) : table.find
    const found = await queryRows(
      db,
      sql<{ rows: number }>`select count(*) as rows from ${sql.table(table.table)} where ${find(subject)}`,
    )
    counted.push({ ...table, rows: oneRow(found).rows })
  }
  return counted.filter(({ rows }) => rows > 0)
}

/** Deletes or overwrites up to `limit` rows of the client in a table; returns their number. */
export async function eraseRows(
  db: Db,
  table: ClientDataTable,
  subject: ClientSubject,
  limit: number,
): Promise<number> {
  const name = sql.table(table.table)
  const { erase } = table
  if (erase === 'keep' || erase === 'with others') return 0
  const when = typeof erase === 'object' && erase.when ? erase.when : sql`true`
  const found = sql`from ${name} where ${table.find(subject)} and ${when} limit ${limit}`
  // Rows of several partitions have the same position, so events are found by their key.
  const isInBatch =
    table.table === 'events'
      ? sql`(id, published_at) in (select id, published_at ${found})`
      : sql`ctid = any (array (select ctid ${found}))`
  const statement =
    erase === 'delete'
      ? sql`delete from ${name} where ${isInBatch}`
      : sql`update ${name} set ${erase.set(subject)} where ${isInBatch}`
  const { numAffectedRows = 0n } = await statement.execute(db)
  return Number(numAffectedRows)
}

export async function listExistingSites(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await queryRows(
    db,
    sql<{ id: number }>`select id from sites where id = any (${ids}::bigint[]) order by id`,
  )
  return rows.map(({ id }) => id)
}
