import type { Limits } from '../../../operation/actor.ts'
import { Conditions, containing } from '../../../platform/database/conditions.ts'
import { type Database, statement } from '../../../platform/database/database.ts'
import type { Listing } from '../../../platform/database/listing.ts'
import type { SiteRow } from '../site-store.ts'
import { limitValues, visibleSitesSql } from '../visible-sites.ts'

/** Searches read a narrow table that no sync writes; `site` is the alias of the sites table. */
export const searchedSitesSql = (site: string, at: number) =>
  `${site}.id in (select site_id from site_search where terms like $${at})`

export const searchPattern = (search: string) => containing(search.toLowerCase())

const orders: Record<string, string> = { url: 'url', name: 'name' }

/** For a search without other conditions, in an order that the search table has: only the hits of the page are read from sites. */
export function searchTableAlone(
  { letters, values }: Conditions,
  { orderBy, order }: { orderBy: string; order: 'asc' | 'desc' },
): { conditions: Conditions; foundIn: NonNullable<Listing['foundIn']> } | null {
  const column = orders[orderBy]
  if (letters !== 'q' || !column) return null
  return {
    conditions: new Conditions().add('W', (at) => `terms like $${at}`, ...values),
    foundIn: { from: 'site_search', id: 'site_id', orderBy: `${column} ${order}, site_id ${order}` },
  }
}

export type FoundSite = Pick<SiteRow, 'id' | 'url' | 'name' | 'status' | 'icon_url'>

// Only this many hits are ranked: a term that every site has would read all of them.
const candidateLimit = 200

/** Sites for a search box: names that start with the term first. */
export function findSitesBySearch(
  db: Database,
  search: string,
  limits: Limits | null,
  most: number,
): Promise<FoundSite[]> {
  const term = search.toLowerCase()
  const conditions = new Conditions()
  // The index holds groups of three letters, so a shorter term is only matched as a prefix.
  if (term.length >= 3) conditions.add('q', (at) => searchedSitesSql('sites', at!), searchPattern(term))
  else conditions.add('p', startsWithSql, term, prefixEnd(term))
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  const { letters, sql, values } = conditions
  const at = values.length
  return db.fetch(
    statement<FoundSite>(
      `find-sites-${letters}`,
      `select id, url, name, status, icon_url from (
         select id, url, name, status, icon_url from sites where ${sql} limit ${candidateLimit}
       ) as found
       order by not starts_with(lower(name), $${at + 1}), not starts_with(split_part(url, '//', 2), $${at + 1}),
         length(name), lower(name), id
       limit $${at + 2}`,
    ),
    [...values, term, most],
  )
}

const startsWithSql = (from?: number, until?: number) =>
  `(lower(name) >= $${from} and lower(name) < $${until} or identity >= $${from} and identity < $${until})`
const prefixEnd = (text: string) => `${text}\u{10ffff}`
