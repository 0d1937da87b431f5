import type { Share } from '../ui/chart/share-bar.tsx'
import { softwareTexts } from './software-texts.ts'

export type SoftwareType = 'plugin' | 'theme'

/** The page of one plugin or theme. Slugs contain slashes, so they are in the query. */
export const addressOfSoftware = (type: SoftwareType, slug: string) => ({
  to: type === 'plugin' ? ('/plugins/item' as const) : ('/themes/item' as const),
  search: { slug },
})

interface Version {
  version: string
  sites: number
}

/** The newest version comes first in green; the others follow in the service's order. */
export function versionShares(versions: readonly Version[], latest: string | null): Share[] {
  const shares = versions.map(
    ({ version, sites }): Share => ({
      name: version || softwareTexts.unknown,
      count: sites,
      color: version === latest ? 'good' : 'warn',
    }),
  )
  return [...shares.filter(({ color }) => color === 'good'), ...shares.filter(({ color }) => color !== 'good')]
}
