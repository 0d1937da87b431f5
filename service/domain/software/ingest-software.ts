import { hash } from 'node:crypto'
import type { IngestItem } from '../../operation/ingest.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { AbandonedItem, Plugin, Theme } from '../../platform/connector/snapshot/software.ts'
import type { Db } from '../../platform/database/database.ts'
import { noteItems } from './item-store.ts'
import { lastDigests, storeDigests, storeItems, storeReleaseDates } from './snapshot-store.ts'
import { type SoftwareKind, toItem } from './software.ts'

/** Keeps the plugins and themes of snapshots. What they do not speak of stays as it is. */
export async function ingestSoftware(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const read = items.flatMap(({ siteId, snapshot }) => {
    const parts = partsOf(siteId, snapshot)
    return parts.length === 0 ? [] : [{ siteId, parts, digest: hash('sha256', JSON.stringify(parts), 'base64url') }]
  })
  if (read.length === 0) return
  const known = await lastDigests(
    trx,
    read.map(({ siteId }) => siteId),
  )
  // Saying the same thing again changes nothing; most syncs end here.
  const changed = read.filter(({ siteId, digest }) => known.get(siteId) !== digest)
  if (changed.length === 0) return
  const parts = changed.flatMap((site) => site.parts)
  const listed = parts.flatMap((part) => (part.items ? [{ ...part, items: part.items }] : []))
  if (listed.length > 0) {
    await noteItems(
      trx,
      listed.flatMap(({ kind, items }) => items.map(({ slug, name }) => ({ kind, slug, name }))),
    )
    await storeItems(trx, listed)
  }
  for (const { siteId, kind, items, dates } of parts) {
    if (items === undefined && dates !== undefined) await storeReleaseDates(trx, siteId, kind, dates)
  }
  await storeDigests(trx, changed)
}

/** What a snapshot says of one kind; what is undefined it does not speak of. */
interface Part {
  siteId: number
  kind: SoftwareKind
  items: ReturnType<typeof toItem>[] | undefined
  /** Slug → day of the newest release, for what is abandoned. */
  dates: Record<string, string> | undefined
}

function partsOf(siteId: number, { plugins, themes, abandonedPlugins, abandonedThemes }: SiteSnapshot): Part[] {
  const part = (
    kind: SoftwareKind,
    items: readonly (Plugin | Theme)[] | undefined,
    abandoned: readonly AbandonedItem[] | undefined,
  ): Part[] =>
    items || abandoned ? [{ siteId, kind, items: items?.map(toItem), dates: abandoned && datesOf(abandoned) }] : []
  return [...part('plugin', plugins, abandonedPlugins), ...part('theme', themes, abandonedThemes)]
}

/** What has no believable date cannot be called old. */
function datesOf(abandoned: readonly AbandonedItem[]): Record<string, string> {
  return Object.fromEntries(
    abandoned.flatMap(({ slug, lastUpdatedAt }) =>
      lastUpdatedAt === null ? [] : [[slug, lastUpdatedAt.toISOString().slice(0, 10)] as const],
    ),
  )
}
