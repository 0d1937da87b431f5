import { hash } from 'node:crypto'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { AbandonedItem, Plugin, Theme } from '../../platform/connector/snapshot/software.ts'
import type { Db } from '../../platform/database/database.ts'
import { noteItems } from './item-store.ts'
import { lastDigest, type SeenItem, storeDigest, storeItems, storeReleaseDates } from './snapshot-store.ts'
import { type SoftwareKind, toItem } from './software.ts'

/** Keeps the plugins and themes of a snapshot. What it does not speak of stays as it is. */
export async function absorbSoftware(trx: Db, siteId: number, snapshot: SiteSnapshot): Promise<void> {
  const parts = partsOf(snapshot)
  if (parts.length === 0) return
  // Saying the same thing again changes nothing; most syncs end here.
  const digest = hash('sha256', JSON.stringify(parts), 'base64url')
  if ((await lastDigest(trx, siteId)) === digest) return
  const listed = parts.filter((part) => part.items !== undefined)
  if (listed.length > 0) {
    const items = listed.flatMap(seenItems)
    await noteItems(trx, items)
    await storeItems(trx, siteId, {
      kinds: listed.map(({ kind }) => kind),
      items,
      keepDatesOf: listed.filter(({ dates }) => dates === undefined).map(({ kind }) => kind),
    })
  }
  for (const { kind, items, dates } of parts) {
    if (items === undefined && dates !== undefined) await storeReleaseDates(trx, siteId, kind, dates)
  }
  await storeDigest(trx, siteId, digest)
}

/** What a snapshot says of one kind; what is undefined it does not speak of. */
interface Part {
  kind: SoftwareKind
  items: ReturnType<typeof toItem>[] | undefined
  /** Slug → day of the newest release, for what is abandoned. */
  dates: Record<string, string> | undefined
}

function partsOf({ plugins, themes, abandonedPlugins, abandonedThemes }: SiteSnapshot): Part[] {
  const part = (
    kind: SoftwareKind,
    items: readonly (Plugin | Theme)[] | undefined,
    abandoned: readonly AbandonedItem[] | undefined,
  ): Part[] => (items || abandoned ? [{ kind, items: items?.map(toItem), dates: abandoned && datesOf(abandoned) }] : [])
  return [...part('plugin', plugins, abandonedPlugins), ...part('theme', themes, abandonedThemes)]
}

function seenItems({ kind, items = [], dates = {} }: Part): SeenItem[] {
  return items.map((item) => ({ kind, ...item, last_updated: dates[item.slug] ?? null }))
}

/** What has no believable date cannot be called old. */
function datesOf(abandoned: readonly AbandonedItem[]): Record<string, string> {
  return Object.fromEntries(
    abandoned.flatMap(({ slug, lastUpdatedAt }) =>
      lastUpdatedAt === null ? [] : [[slug, lastUpdatedAt.toISOString().slice(0, 10)] as const],
    ),
  )
}
