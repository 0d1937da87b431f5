import type { Page } from '../../platform/database/listing.ts'
import type { LookedUp } from './update-filter-store.ts'

/**
 * Two ways to a page of what a search finds: read all updates of the items it finds and sort them, or go from site to site
 * by address until the page is full. The second is better the more there is to find and the nearer the page lies. They are
 * told apart here because the planner cannot: it does not know how much a text finds.
 */

// Reading one update costs about a fifth of looking at one site. 100,000 sites are assumed; with fewer either way is quick.
const worthReading = ({ page, perPage }: Page) => Math.sqrt((100_000 / 0.2) * page * perPage)

/** The items whose updates are all to be read first; null: better go from site to site. */
export function itemsToReadFirst({ siteIds, matches }: LookedUp, page: Page): string[] | null {
  if (!matches || siteIds) return null
  return matches.summary.total <= worthReading(page) ? matches.slugs : null
}

/** All that is wanted. In a list of its own (materialized), so that it is read once and never site by site. */
export const offeredItems = (wanted: string) => `select * from site_updates as offered where ${wanted}`

/** What is wanted of the site that `sites` stands for: with an offset or limit behind it, it stays a look at one site. */
export const offeredThere = (wanted: string) =>
  `select * from site_updates as offered where offered.site_id = sites.id and ${wanted}`
