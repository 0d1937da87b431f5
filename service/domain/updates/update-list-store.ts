import { type Database, statement } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/listing.ts'
import { itemsToReadFirst, offeredItems, offeredThere } from './search-way-store.ts'
import type { UpdateEntry } from './update-entry.ts'
import { countsBesideSites, type LookedUp, questionOf } from './update-filter-store.ts'

export type ListedRow = Omit<UpdateEntry, 'step' | 'first_seen_at'> & {
  first_seen_at: Date
  site_id: number
  site_url: string
  site_name: string
}

export const updateColumns = `offered.type, offered.slug, offered.name, offered.current_version, offered.new_version,
  offered.active, offered.premium, offered.has_package, offered.translates, offered.language, offered.first_seen_at`
export const updateOrder = 'offered.type, offered.slug, offered.translates, offered.language'

/** A page of updates, by the address of the site. */
export async function fetchUpdates(db: Database, filter: LookedUp, page: Page): Promise<ListedRow[]> {
  if (filter.search) return fetchFound(db, filter, page)
  const { conditions, waiting, wanted, letters } = questionOf(filter)
  const { sql, values } = conditions
  const [limit, offset] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`]
  // The counts of the sites tell on which of them the page lies. They are added up in the order of the addresses, and
  // nobody reads on once there are sites enough: each has one update at least.
  const text = `with chosen as materialized (
      select * from (
        select sites.id, sites.url, sites.name, ${waiting} as waiting,
          sum(${waiting}) over (order by sites.url, sites.id rows unbounded preceding) as upto
        from sites ${countsBesideSites} where ${sql} and ${waiting} > 0
      ) as placed where upto > ${offset} order by url, id limit ${limit}
    )
    select chosen.id as site_id, chosen.url as site_url, chosen.name as site_name, ${updateColumns}
    from chosen join site_updates as offered on offered.site_id = chosen.id
    where ${wanted} and chosen.upto - chosen.waiting < ${offset} + ${limit}
    order by chosen.url, chosen.id, ${updateOrder}
    limit ${limit} offset ${offset} - coalesce((select min(upto - waiting) from chosen), 0)`
  return db.fetch(statement<ListedRow>(`updates-page-${letters}`, text), [...values, ...placeOf(page)])
}

const placeOf = ({ page, perPage }: Page): [number, number] => [perPage, (page - 1) * perPage]

async function fetchFound(db: Database, filter: LookedUp, page: Page): Promise<ListedRow[]> {
  const slugs = itemsToReadFirst(filter, page)
  const { conditions, wanted, letters } = questionOf(filter, slugs)
  const { sql, values } = conditions
  const text = `${slugs ? `with offered as materialized (${offeredItems(wanted)})` : ''}
    select sites.id as site_id, sites.url as site_url, sites.name as site_name, ${updateColumns}
    from sites ${slugs ? 'join offered on offered.site_id = sites.id' : `cross join lateral (${offeredThere(wanted)} offset 0) as offered`}
    where ${sql} order by sites.url, sites.id, ${updateOrder} limit $${values.length + 1} offset $${values.length + 2}`
  return db.fetch(statement<ListedRow>(`updates-found-${letters}`, text), [...values, ...placeOf(page)])
}
