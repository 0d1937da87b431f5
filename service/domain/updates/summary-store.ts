import { type Database, statement } from '../../platform/database/database.ts'
import { clientCountsSql } from './client-count-store.ts'
import { offeredThere } from './search-way-store.ts'
import type { UpdateType } from './update.ts'
import { type Summary, summaryOf } from './update-entry.ts'
import { countsBesideSites, isWholeFleet, type LookedUp, questionOf } from './update-filter-store.ts'

type Counts = Omit<Summary, 'total'>

/** How many updates the filter finds in all, by type. */
export async function countUpdates(db: Database, filter: LookedUp): Promise<Summary> {
  const { search, types, matches } = filter
  if (isWholeFleet(filter)) return matches ? matches.summary : ofTypes(types, await fleetCounts(db))
  const { conditions, waiting, wanted, letters } = questionOf(filter)
  const { sql, values } = conditions
  const ofType = (type: UpdateType) => `count(*) filter (where offered.type = '${type}')`
  const text = search
    ? `select ${ofType('core')} as core, ${ofType('plugin')} as plugins, ${ofType('theme')} as themes,
         ${ofType('translation')} as translations
       from sites cross join lateral (${offeredThere(wanted)} offset 0) as offered where ${sql}`
    : `select ${sums} from sites ${countsBesideSites} where ${sql} and ${waiting} > 0`
  const [found] = await db.fetch(statement<Counts>(`updates-count-${letters}`, text), values)
  return ofTypes(types, found!)
}

const sums = ['core', 'plugins', 'themes', 'translations']
  .map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`)
  .join(', ')

const countFleet = statement<Counts & { sites: number }>(
  'updates-count-fleet',
  `select coalesce(sum(sites), 0)::bigint as sites, ${sums} from (${clientCountsSql}) as counts`,
)
const fleetCounts = async (db: Database) => (await db.fetch(countFleet))[0]!

const ofTypes = (types: readonly UpdateType[], counts: Counts): Summary => {
  const of = (type: UpdateType, count: number) => (types.includes(type) ? count : 0)
  return summaryOf({
    core: of('core', counts.core),
    plugins: of('plugin', counts.plugins),
    themes: of('theme', counts.themes),
    translations: of('translation', counts.translations),
  })
}

const everyType = 4

/** On how many sites something waits that the filter finds. */
export async function countSites(db: Database, filter: LookedUp): Promise<number> {
  const { search, types, matches } = filter
  const wholeFleet = isWholeFleet(filter)
  if (wholeFleet && !search && types.length === everyType) return (await fleetCounts(db)).sites
  const { conditions, waiting, wanted, letters } = questionOf(filter, wholeFleet ? matches?.slugs : null)
  const { sql, values } = conditions
  const text = search
    ? wholeFleet
      ? `select count(distinct offered.site_id) as sites from site_updates as offered where ${sql} and ${wanted}`
      : `select count(*) as sites from sites cross join lateral (${offeredThere(wanted)} limit 1) as found where ${sql}`
    : wholeFleet
      ? `select count(*) as sites from site_update_counts as counts where ${waiting} > 0`
      : `select count(*) as sites from sites ${countsBesideSites} where ${sql} and ${waiting} > 0`
  const [found] = await db.fetch(statement<{ sites: number }>(`updates-sites-${letters}`, text), values)
  return found!.sites
}
