import type { Limits } from '../../operation/actor.ts'
import { Conditions } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { searchedSitesSql, searchPattern } from './site-search-store.ts'
import type { SiteRow } from './site-store.ts'
import { limitValues, visibleSitesSql } from './visible-sites.ts'

export type FoundSite = Pick<SiteRow, 'id' | 'url' | 'name' | 'status' | 'icon_url'>

// The best of so many: a word that every site has would cost a look at all of them.
const looked = 200

/** Sites for somebody who types: those whose name begins so come first. */
export function findSitesBySearch(
  db: Database,
  words: string,
  limits: Limits | null,
  most: number,
): Promise<FoundSite[]> {
  const wanted = words.toLowerCase()
  const conditions = new Conditions()
  // Parts of words are found by threes of letters; what is shorter can only be a beginning.
  if (wanted.length >= 3) conditions.add('q', (at) => searchedSitesSql('sites', at!), searchPattern(wanted))
  else conditions.add('p', begins, wanted, afterAll(wanted))
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  const { letters, sql, values } = conditions
  const at = values.length
  return db.fetch(
    statement<FoundSite>(
      `find-sites-${letters}`,
      `select id, url, name, status, icon_url from (
         select id, url, name, status, icon_url from sites where ${sql} limit ${looked}
       ) as found
       order by not starts_with(lower(name), $${at + 1}), not starts_with(split_part(url, '//', 2), $${at + 1}),
         length(name), lower(name), id
       limit $${at + 2}`,
    ),
    [...values, wanted, most],
  )
}

const begins = (from?: number, until?: number) =>
  `(lower(name) >= $${from} and lower(name) < $${until} or identity >= $${from} and identity < $${until})`
const afterAll = (text: string) => `${text}\u{10ffff}`
