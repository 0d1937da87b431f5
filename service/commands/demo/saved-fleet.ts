import type { Site } from '../../../simulator/index.ts'
import type { DemoFleet } from './simulated-fleet.ts'

/** The state of the simulated sites that is stored between starts of the demo. */
export interface SavedFleet {
  ports: readonly number[]
  sites: readonly SavedSite[]
}

const parts = [
  ...(['plugins', 'themes', 'activeTheme', 'users', 'posts', 'comments', 'categories', 'translations'] as const),
  ...(['events', 'actions', 'connection', 'settings', 'phpVersion', 'frontPage'] as const),
]

type SavedSite = { core: Site['core'] } & Record<string, unknown>

export const saveFleet = ({ ports, sites }: DemoFleet): SavedFleet => ({
  ports,
  sites: sites.map(({ site }) => ({
    core: site.core,
    ...Object.fromEntries(parts.map((part) => [part, site[part]])),
  })),
})

export function restoreFleet({ sites }: DemoFleet, saved: SavedFleet): void {
  for (const [index, { site }] of sites.entries()) {
    const { core, ...rest } = saved.sites[index] ?? { core: site.core }
    Object.assign(site, rest)
    Object.assign(site.core, core)
    const newest = Math.max(0, ...[...site.posts, ...site.comments, ...site.users].map(({ id }) => id))
    while (site.nextId() < newest);
  }
}
