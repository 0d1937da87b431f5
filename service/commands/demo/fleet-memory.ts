import type { Site } from '../../../simulator/index.ts'
import type { DemoFleet } from './simulated-fleet.ts'

/** What of the simulated fleet outlives a start of the demo. */
export interface SavedFleet {
  ports: readonly number[]
  sites: readonly SavedSite[]
}

const parts = [
  ...['plugins', 'themes', 'activeTheme', 'users', 'posts', 'comments', 'categories', 'translations'],
  ...['events', 'actions', 'connection', 'settings', 'phpVersion', 'frontPage'],
] as (keyof Site)[]

type SavedSite = { core: Site['core'] } & Record<string, unknown>

export const rememberFleet = ({ ports, sites }: DemoFleet): SavedFleet => ({
  ports,
  sites: sites.map(({ site }) => ({
    core: site.core,
    ...Object.fromEntries(parts.map((part) => [part, site[part]])),
  })),
})

/** The sites are as they were when the demo ended, connection included. */
export function recallFleet({ sites }: DemoFleet, saved: SavedFleet): void {
  for (const [index, { site }] of sites.entries()) {
    const { core, ...rest } = saved.sites[index]!
    Object.assign(site, rest)
    Object.assign(site.core, core)
    const newest = Math.max(0, ...[...site.posts, ...site.comments, ...site.users].map(({ id }) => id))
    while (site.nextId() < newest);
  }
}
