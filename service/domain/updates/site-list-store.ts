import { type Database, statement } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/listing.ts'
import { itemsToReadFirst, offeredItems, offeredThere } from './search-way-store.ts'
import { countsBesideSites, type LookedUp, questionOf } from './update-filter-store.ts'
import { type ListedRow, updateColumns, updateOrder } from './update-list-store.ts'

/** What the established product also tells of an update. */
export type DescribedRow = ListedRow & {
  url: string
  tested_with: string | null
  requires_php: string | null
  fits_wordpress: boolean | null
  fits_php: boolean | null
}

/** A page of sites that wait for something, by address, each with all that it waits for. */
export async function fetchUpdatesBySite(db: Database, filter: LookedUp, page: Page): Promise<DescribedRow[]> {
  const slugs = itemsToReadFirst(filter, page)
  const { conditions, waiting, wanted, letters } = questionOf(filter, slugs)
  const { sql, values } = conditions
  const sites = !filter.search
    ? `sites ${countsBesideSites} where ${sql} and ${waiting} > 0`
    : slugs
      ? `sites where ${sql} and sites.id in (select site_id from found)`
      : `sites cross join lateral (${offeredThere(wanted)} limit 1) as found where ${sql}`
  return db.fetch(
    statement<DescribedRow>(
      `updates-by-site-${letters}`,
      `with ${slugs ? `found as materialized (${offeredItems(wanted)}), ` : ''}chosen as materialized (
         select sites.id, sites.url, sites.name from ${sites}
         order by sites.url, sites.id limit $${values.length + 1} offset $${values.length + 2}
       )
       select chosen.id as site_id, chosen.url as site_url, chosen.name as site_name, ${updateColumns}, offered.url,
         offered.tested_with, offered.requires_php, offered.fits_wordpress, offered.fits_php
       from chosen join site_updates as offered on offered.site_id = chosen.id where ${wanted}
       order by chosen.url, chosen.id, ${updateOrder}`,
    ),
    [...values, page.perPage, (page.page - 1) * page.perPage],
  )
}
