import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'

export const changeSources = ['site', 'flotilla'] as const
export const changeOutcomes = ['done', 'failed', 'unknown'] as const

export const SiteChange = z.object({
  id: z.int(),
  type: z.string().describe('What was changed: plugin, theme, wordpress, post, comment, user, site …'),
  action: z.string(),
  item: z.string().describe('The name of the plugin, post …; empty if unknown.'),
  description: z.string(),
  user: z.string(),
  timestamp,
  source: z.enum(changeSources).describe('site: changed on the site. flotilla: changed through Flotilla.'),
  outcome: z.enum(changeOutcomes).describe('failed: it was attempted through Flotilla, and nothing changed.'),
  job_id: z.string().nullable().describe('The job that changed it.'),
})
export type SiteChange = z.input<typeof SiteChange>

export const FleetChange = SiteChange.extend({ site_id: z.int(), site_url: z.string(), site_name: z.string() })

/** A type or an action. */
export const ChangeLabel = z.string().min(1).max(60)
export const ChangeLabels = z.array(ChangeLabel).max(50)

/** Counting stops here, so that a page of a large fleet stays fast. */
export const maxCountedChanges = 100_000

/** Limits of the log: a site that floods it affects only its own log. */
export const changeRetentionDays = 180
export const maxChangesPerSite = 5_000

/** Rows that one sync reads from the log of a site. */
export const changesPerSync = 2_000
