import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { AbandonedItem, Plugin, Theme } from '../../platform/connector/snapshot/software.ts'
import type { Db } from '../../platform/database/database.ts'
import { type SeenItem, storeItems, storeReleaseDates } from './snapshot-store.ts'
import { type SoftwareKind, toItem } from './software.ts'

/** Keeps the plugins and themes of a snapshot. What it does not speak of stays as it is. */
export async function absorbSoftware(trx: Db, siteId: number, snapshot: SiteSnapshot): Promise<void> {
  const parts: Part[] = [
    { kind: 'plugin', items: snapshot.plugins, abandoned: snapshot.abandonedPlugins },
    { kind: 'theme', items: snapshot.themes, abandoned: snapshot.abandonedThemes },
  ]
  const listed = parts.filter(({ items }) => items !== undefined)
  if (listed.length > 0) {
    await storeItems(trx, siteId, {
      kinds: listed.map(({ kind }) => kind),
      items: listed.flatMap(itemsOf),
      keepDatesOf: listed.filter(({ abandoned }) => abandoned === undefined).map(({ kind }) => kind),
    })
  }
  for (const { kind, items, abandoned } of parts) {
    if (items === undefined && abandoned !== undefined) await storeReleaseDates(trx, siteId, kind, datesOf(abandoned))
  }
}

interface Part {
  kind: SoftwareKind
  items: readonly (Plugin | Theme)[] | undefined
  abandoned: readonly AbandonedItem[] | undefined
}

function itemsOf({ kind, items = [], abandoned = [] }: Part): SeenItem[] {
  const dates = datesOf(abandoned)
  return items.map((item) => ({ kind, ...toItem(item), last_updated: dates.get(item.slug) ?? null }))
}

/** Slug → day of the newest release. What has no believable date cannot be called old. */
function datesOf(abandoned: readonly AbandonedItem[]): Map<string, string> {
  return new Map(
    abandoned.flatMap(({ slug, lastUpdatedAt }) =>
      lastUpdatedAt === null ? [] : [[slug, lastUpdatedAt.toISOString().slice(0, 10)] as const],
    ),
  )
}
