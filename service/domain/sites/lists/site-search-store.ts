import { sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import { siteIsVisible } from '../../../operation/visible-sites-store.ts'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import { allOf, containing, type Fragment } from '../../../platform/database/fragments.ts'
import type { Listing } from '../../../platform/database/listing.ts'
import type { ConditionRules, StoredCondition } from '../condition/condition.ts'
import { conditionColumn } from '../condition/condition-store.ts'
import type { SiteRow } from '../site-store.ts'

/** Searches read a narrow table that no sync writes; `site` is the name or alias of the sites table. */
export const siteMatches = (site: string, search: string): Fragment => siteMatchesPattern(site, patternOf(search))

export const siteMatchesPattern = (site: string, pattern: unknown): Fragment =>
  sql`${sql.ref(site)}.id in (select site_id from site_search where terms like ${pattern})`

export const patternOf = (search: string) => containing(termOf(search))

/** Terms are stored in lower case, and addresses in both forms: xn--mnchen-3ya.example and münchen.example. */
const termOf = (search: string) => search.toLowerCase().normalize('NFC')

const foundBy = (column: string) => {
  const source = { from: sql`site_search`, id: sql`site_id` }
  const [asc, desc] = [sql.raw(`${column} asc, site_id asc`), sql.raw(`${column} desc, site_id desc`)]
  return { asc: { ...source, orderBy: asc, reversed: desc }, desc: { ...source, orderBy: desc, reversed: asc } }
}
const orders: Record<string, ReturnType<typeof foundBy>> = { url: foundBy('url'), name: foundBy('natural_key(name)') }

/** For a search without other conditions, in an order that the search table has: only the hits of the page are read from sites. */
export function searchTableAlone(
  pattern: unknown,
  { orderBy, order }: { orderBy: string; order: 'asc' | 'desc' },
): { conditions: Fragment[]; foundIn: NonNullable<Listing['foundIn']> } | null {
  const found = orders[orderBy]
  if (!found) return null
  return { conditions: [sql`terms like ${pattern}`], foundIn: found[order] }
}

export type FoundSite = Pick<SiteRow, 'id' | 'url' | 'name' | 'status' | 'icon_url'> & {
  condition: StoredCondition
}

// Only this many hits are ranked: a term that every site has would read all of them.
const candidateLimit = 200

/** Sites for a search box: names that start with the term first. */
export function findSitesBySearch(
  db: Database,
  search: string,
  limits: Limits | null,
  max: number,
  rules: ConditionRules,
): Promise<FoundSite[]> {
  const term = termOf(search)
  // The index holds groups of three letters, so a shorter term is only matched as a prefix.
  const conditions = [term.length >= 3 ? siteMatches('sites', term) : startsWith(term), siteIsVisible('sites', limits)]
  return queryRows(
    db,
    sql<FoundSite>`select best.*, ${conditionColumn('best.id', rules)} from (select id, url, name, status, icon_url from (
        select id, url, name, status, icon_url from sites where ${allOf(conditions)} limit ${sql.lit(candidateLimit)}
      ) as found
      order by not starts_with(lower(name), ${term}), not starts_with(split_part(url, '//', 2), ${term}),
        length(name), lower(name), id
      limit ${max}) as best`,
  )
}

function startsWith(term: string): Fragment {
  const end = `${term}\u{10ffff}`
  return sql`(lower(name) >= ${term} and lower(name) < ${end} or identity >= ${term} and identity < ${end})`
}
