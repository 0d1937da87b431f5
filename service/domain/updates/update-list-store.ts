import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { UpdateType } from './update.ts'
import { type Summary, summaryOf, type UpdateEntry } from './update-entry.ts'

export interface UpdateListFilter {
  types: readonly UpdateType[]
  /** Undefined: all that may be seen. An empty list means none. */
  siteIds?: readonly number[] | undefined
  excludedSiteIds?: readonly number[] | undefined
  /** Part of the name or slug of what can be updated. */
  search?: string | undefined
  limits: Limits | null
}

export type ListedRow = Omit<UpdateEntry, 'step' | 'first_seen_at'> & {
  first_seen_at: Date
  site_id: number
  site_url: string
  site_name: string
}

const countOfType = {
  core: '(core_update is not null)::integer',
  plugin: 'plugin_updates',
  theme: 'theme_updates',
  translation: 'translation_updates',
}

export interface Question {
  conditions: Conditions
  /** How many updates wait on a site, as counted beside it. Without a search this is the answer. */
  waiting: string
  /** True for the updates that are wanted. */
  wanted: string
  letters: string
}

/** The filter as SQL over `sites` and, for single updates, `offered`. */
export function questionOf({ types, siteIds, excludedSiteIds = [], search = '', limits }: UpdateListFilter): Question {
  const waiting = types.map((type) => countOfType[type]).join(' + ')
  const conditions = new Conditions().add('', () => `${waiting} > 0`)
  if (siteIds) conditions.add('i', (at) => `sites.id = any ($${at}::bigint[])`, siteIds)
  if (excludedSiteIds.length > 0) conditions.add('x', (at) => `sites.id <> all ($${at}::bigint[])`, excludedSiteIds)
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  // Types are our own words, never a caller's.
  let wanted = `not offered.ignored and offered.type in (${types.map((type) => `'${type}'`).join(', ')})`
  if (search !== '') {
    const searched = (at: number) => `(lower(offered.name) like $${at} or lower(offered.slug) like $${at})`
    // The condition speaks of single updates; it is only written down here for its number.
    conditions.add('q', (at) => `$${at}::text is not null`, containing(search.toLowerCase()))
    wanted += ` and ${searched(conditions.values.length)}`
  }
  return {
    conditions,
    waiting,
    wanted,
    letters: `${types.map((type) => type.slice(0, 2)).join('')}-${conditions.letters}`,
  }
}

export const updateColumns = `offered.type, offered.slug, offered.name, offered.current_version, offered.new_version,
  offered.active, offered.premium, offered.has_package, offered.translates, offered.language, offered.first_seen_at`
export const updateOrder = 'offered.type, offered.slug, offered.translates, offered.language'

/** A page of updates, by the address of the site. */
export async function fetchUpdates(
  db: Database,
  filter: UpdateListFilter,
  { page, perPage }: Page,
): Promise<ListedRow[]> {
  const { conditions, waiting, wanted, letters } = questionOf(filter)
  const { sql, values } = conditions
  const [limit, offset] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`]
  const text = filter.search
    ? `select sites.id as site_id, sites.url as site_url, sites.name as site_name, ${updateColumns}
       from sites join site_updates as offered on offered.site_id = sites.id
       where ${sql} and ${wanted} order by sites.url, sites.id, ${updateOrder} limit ${limit} offset ${offset}`
    : // Every site in question has one update at least, so no more sites than updates are looked at; and the counts
      // beside the sites tell on which of them the page lies, however far back it is.
      `with near as (
         select id, url, name, ${waiting} as waiting from sites where ${sql} order by url, id limit ${limit} + ${offset}
       ), placed as (
         select *, sum(waiting) over (order by url, id) as upto from near
       ), chosen as materialized (
         select * from placed where upto > ${offset} and upto - waiting < ${offset} + ${limit}
       )
       select chosen.id as site_id, chosen.url as site_url, chosen.name as site_name, ${updateColumns}
       from chosen join site_updates as offered on offered.site_id = chosen.id where ${wanted}
       order by chosen.url, chosen.id, ${updateOrder}
       limit ${limit} offset ${offset} - coalesce((select min(upto - waiting) from chosen), 0)`
  return db.fetch(statement<ListedRow>(`updates-page-${letters}`, text), [...values, perPage, (page - 1) * perPage])
}

type Counts = Omit<Summary, 'total'>

/** How many updates the filter finds in all, by type, and on how many sites. */
export async function countUpdates(
  db: Database,
  filter: UpdateListFilter,
): Promise<{ summary: Summary; sites: number }> {
  const { conditions, wanted, letters } = questionOf(filter)
  const { sql, values } = conditions
  const of = (type: UpdateType, count: string) => (filter.types.includes(type) ? count : '0')
  const ofType = (type: UpdateType) => `count(*) filter (where offered.type = '${type}')`
  const text = filter.search
    ? `select count(distinct offered.site_id) as sites, ${ofType('core')} as core, ${ofType('plugin')} as plugins,
         ${ofType('theme')} as themes, ${ofType('translation')} as translations
       from sites join site_updates as offered on offered.site_id = sites.id where ${sql} and ${wanted}`
    : `select count(*) as sites, ${of('core', 'count(core_update)')} as core,
         ${of('plugin', 'coalesce(sum(plugin_updates), 0)')} as plugins,
         ${of('theme', 'coalesce(sum(theme_updates), 0)')} as themes,
         ${of('translation', 'coalesce(sum(translation_updates), 0)')} as translations
       from sites where ${sql}`
  const [found] = await db.fetch(statement<Counts & { sites: number }>(`updates-count-${letters}`, text), values)
  return { summary: summaryOf(found!), sites: found!.sites }
}
