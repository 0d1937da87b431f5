import { z } from 'zod'
import { SiteStatus } from './site.ts'
import type { Moved } from './site-status.ts'

/** What every move of a site's state answers beside the word for it. */
export const MovedSite = z.object({ site_id: z.int(), site_url: z.string(), site_name: z.string(), status: SiteStatus })

export const toMovedSite = ({ id, url, name, status }: Moved) => ({
  site_id: id,
  site_url: url,
  site_name: name,
  status,
})

/** Clients of the established product look for the record under `site`. */
export const compatSite = ({ site_id, site_url, site_name, status }: z.output<typeof MovedSite>) => ({
  site: { id: site_id, url: site_url, name: site_name, status },
})
