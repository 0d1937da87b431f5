import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { UpdateType } from './update.ts'
import type { Summary } from './update-entry.ts'

export interface UpdateListFilter {
  types: readonly UpdateType[]
  /** Undefined: all that may be seen. An empty list means none. */
  siteIds?: readonly number[] | undefined
  excludedSiteIds?: readonly number[] | undefined
  /** Part of the name or slug of what can be updated. */
  search?: string | undefined
  limits: Limits | null
}

/** What a search finds in the whole fleet, whoever asks. */
export interface Matches {
  summary: Summary
  /** Of the items; null when they are too many to be of use. */
  slugs: string[] | null
}

/** Whoever searches looks up first what there is to find (`withMatches`). */
export type LookedUp = UpdateListFilter & { matches?: Matches | undefined }

/** Whether every site of the fleet is meant. */
export const isWholeFleet = ({ siteIds, excludedSiteIds = [], limits }: UpdateListFilter): boolean =>
  !siteIds && excludedSiteIds.length === 0 && !limits

export const countOfType = {
  core: 'counts.core',
  plugin: 'counts.plugins',
  theme: 'counts.themes',
  translation: 'counts.translations',
} satisfies Record<UpdateType, string>

/**
 * The counts of each site that is looked at, for `from sites …`. Read along with the sites, in their order and for as many
 * as the page needs: `offset 0` keeps the planner from joining all of them first.
 */
export const countsBesideSites =
  'cross join lateral (select * from site_update_counts where site_id = sites.id offset 0) as counts'

export interface Question {
  /** Which sites, over `sites`. */
  conditions: Conditions
  /** How many updates wait on a site, over `counts`. Without a search this is the answer. */
  waiting: string
  /** True for the updates that are wanted, over `offered`. */
  wanted: string
  letters: string
}

/** `slugs`: the items that the search finds, where the updates are to be looked for by item. */
export function questionOf(filter: UpdateListFilter, slugs: readonly string[] | null = null): Question {
  const { types, siteIds, excludedSiteIds = [], search = '', limits } = filter
  const conditions = new Conditions()
  if (siteIds) conditions.add('i', (at) => `sites.id = any ($${at}::bigint[])`, siteIds)
  if (excludedSiteIds.length > 0) conditions.add('x', (at) => `sites.id <> all ($${at}::bigint[])`, excludedSiteIds)
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  // Types are our own words, never a caller's.
  let wanted = `not offered.ignored and offered.type in (${types.map((type) => `'${type}'`).join(', ')})`
  // These conditions speak of single updates; they are only written down here for their numbers.
  if (search !== '') {
    conditions.add('q', (at) => `$${at}::text is not null`, containing(search.toLowerCase()))
    const at = conditions.values.length
    wanted += ` and (lower(offered.name) like $${at} or lower(offered.slug) like $${at})`
  }
  if (slugs) {
    conditions.add('k', (at) => `$${at}::text[] is not null`, slugs)
    wanted += ` and offered.slug = any ($${conditions.values.length}::text[])`
  }
  return {
    conditions,
    waiting: types.map((type) => countOfType[type]).join(' + '),
    wanted,
    letters: `${types.map((type) => type.slice(0, 2)).join('')}-${conditions.letters}`,
  }
}
