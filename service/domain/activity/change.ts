import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'

export const changeSources = ['site', 'flotilla'] as const

/** One thing that happened on a site. */
export const Change = z.object({
  id: z.int(),
  type: z.string().describe('What it happened to: plugin, theme, wordpress, post, comment, user, site …'),
  action: z.string(),
  item: z.string().describe('The name of the plugin, post … ; empty when the site does not say.'),
  description: z.string(),
  user: z.string(),
  timestamp,
  source: z.enum(changeSources).describe('site: somebody did it there. flotilla: it was done from here.'),
})
export type Change = z.input<typeof Change>

export const FleetChange = Change.extend({ site_id: z.int(), site_url: z.string(), site_name: z.string() })

/** A word of the filters: type, action. */
export const ChangeWord = z.string().min(1).max(60)
export const ChangeLabels = z.array(ChangeWord).max(50)

/** Changes are counted up to here, so that a page of a large fleet stays cheap. */
export const countedChanges = 100_000

/** How long they are kept, and how many per site at most: a site that floods its log harms nobody but itself. */
export const changeRetentionDays = 180
export const changesKeptPerSite = 5_000

/** Rows of its log that one sync takes from a site at most. */
export const changesPerSync = 2_000
