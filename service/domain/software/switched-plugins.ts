import { z } from 'zod'
import type { Changed } from './change-software.ts'
import { ItemError, PluginEntry, SiteSummary, toPluginEntry, toSiteSummary } from './software.ts'

/** What activating and deactivating plugins both answer, beside the list of slugs that each has a word of its own for. */
export const switchedPlugins = {
  site_id: z.int(),
  site_url: z.string(),
  site: SiteSummary,
  plugins: z.array(PluginEntry).describe('The same plugins, as they are now.'),
  errors: z.array(ItemError),
}

export const describeSwitched = ({ site, items, errors }: Changed) => ({
  site_id: site.id,
  site_url: site.url,
  site: toSiteSummary(site),
  plugins: items.map(toPluginEntry),
  errors,
})
