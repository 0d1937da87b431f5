import { type Database, statement } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/listing.ts'
import { type ListedRow, questionOf, type UpdateListFilter, updateColumns, updateOrder } from './update-list-store.ts'

/** What the established product also tells of an update. */
export type DescribedRow = ListedRow & {
  url: string
  tested_with: string | null
  requires_php: string | null
  fits_wordpress: boolean | null
  fits_php: boolean | null
}

/** A page of sites that wait for something, by address, each with all that it waits for. */
export async function fetchUpdatesBySite(
  db: Database,
  filter: UpdateListFilter,
  { page, perPage }: Page,
): Promise<DescribedRow[]> {
  const { conditions, wanted, letters } = questionOf(filter)
  const { sql, values } = conditions
  const matches = filter.search
    ? `and exists (select from site_updates as offered where offered.site_id = sites.id and ${wanted})`
    : ''
  return db.fetch(
    statement<DescribedRow>(
      `updates-by-site-${letters}`,
      `with chosen as materialized (
         select id, url, name from sites where ${sql} ${matches}
         order by url, id limit $${values.length + 1} offset $${values.length + 2}
       )
       select chosen.id as site_id, chosen.url as site_url, chosen.name as site_name, ${updateColumns}, offered.url,
         offered.tested_with, offered.requires_php, offered.fits_wordpress, offered.fits_php
       from chosen join site_updates as offered on offered.site_id = chosen.id where ${wanted}
       order by chosen.url, chosen.id, ${updateOrder}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}
