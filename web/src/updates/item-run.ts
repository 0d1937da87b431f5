import type { Ignorable } from './ignore.ts'
import type { Run } from './start-run.tsx'
import { runTypes, type UpdateType } from './update-labels.ts'
import { updatesTexts } from './updates-texts.ts'

/** Input for updating only these items: on all sites with the update pending, or on the given ones. */
export const runOfItems = (
  items: readonly { type: UpdateType; slug: string }[],
  siteIds: readonly (number | string)[] = [],
): Run => ({
  ...(siteIds.length > 0 && { site_ids_or_domains: [...siteIds] }),
  types: [...new Set(items.map(({ type }) => runTypes[type]))],
  specific_items: [...new Set(items.map(({ slug }) => slug))],
})

export const describeItems = (items: readonly Pick<Ignorable, 'name'>[]): string =>
  items.length === 1 ? items[0]!.name : updatesTexts.countItems({ count: items.length })

/** The page of one version of an item. Slugs contain slashes, so they are in the query. */
export const addressOfItem = ({
  type,
  slug,
  new_version,
}: {
  type: UpdateType
  slug: string
  new_version: string
}) => ({
  to: '/updates/item' as const,
  search: { type, slug, version: new_version },
})
