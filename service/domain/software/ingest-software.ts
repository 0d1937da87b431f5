import { hash } from 'node:crypto'
import type { IngestItem } from '../../operation/ingest.ts'
import { utcDay } from '../../platform/calendar.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { AbandonedItem, Plugin, Theme } from '../../platform/connector/snapshot/software.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertNewItems } from './inventory-store.ts'
import { listDigests, replaceSiteSoftware, updateReleaseDates, upsertDigests } from './site-software-store.ts'
import { type SoftwareKind, toSoftwareItem } from './software.ts'

/** Stores the plugins and themes of snapshots. Parts that a snapshot does not contain stay as they are. */
export async function ingestSoftware(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const read = items.flatMap(({ siteId, snapshot }) => {
    const parts = partsOf(siteId, snapshot)
    return parts.length === 0 ? [] : [{ siteId, parts, digest: hash('sha256', JSON.stringify(parts), 'base64url') }]
  })
  if (read.length === 0) return
  const known = await listDigests(
    trx,
    read.map(({ siteId }) => siteId),
  )
  // An unchanged report writes nothing; most syncs end here.
  const changed = read.filter(({ siteId, digest }) => known.get(siteId) !== digest)
  if (changed.length === 0) return
  const parts = changed.flatMap((site) => site.parts)
  const listed = parts.flatMap((part) => (part.items ? [{ ...part, items: part.items }] : []))
  if (listed.length > 0) {
    await insertNewItems(
      trx,
      listed.flatMap(({ kind, items }) => items.map(({ slug, name }) => ({ kind, slug, name }))),
    )
    await replaceSiteSoftware(trx, listed)
  }
  for (const { siteId, kind, items, dates } of parts) {
    if (items === undefined && dates !== undefined) await updateReleaseDates(trx, siteId, kind, dates)
  }
  await upsertDigests(trx, changed)
}

/** One kind in a snapshot; undefined parts are not in the snapshot. */
interface Part {
  siteId: number
  kind: SoftwareKind
  items: ReturnType<typeof toSoftwareItem>[] | undefined
  /** Slug → day of the newest release, of abandoned items. */
  dates: Record<string, string> | undefined
}

function partsOf(siteId: number, { plugins, themes, abandonedPlugins, abandonedThemes }: SiteSnapshot): Part[] {
  const part = (
    kind: SoftwareKind,
    items: readonly (Plugin | Theme)[] | undefined,
    abandoned: readonly AbandonedItem[] | undefined,
  ): Part[] =>
    items || abandoned
      ? [{ siteId, kind, items: items?.map(toSoftwareItem), dates: abandoned && datesOf(abandoned) }]
      : []
  return [...part('plugin', plugins, abandonedPlugins), ...part('theme', themes, abandonedThemes)]
}

/** Items without a valid date do not count as abandoned. */
function datesOf(abandoned: readonly AbandonedItem[]): Record<string, string> {
  return Object.fromEntries(
    abandoned.flatMap(({ slug, lastUpdatedAt }) =>
      lastUpdatedAt === null ? [] : [[slug, utcDay(lastUpdatedAt)] as const],
    ),
  )
}
