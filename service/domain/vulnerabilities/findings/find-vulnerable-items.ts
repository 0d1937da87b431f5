import type { Database } from '../../../platform/database/database.ts'
import { type Severity, urgencyOf, type VulnerableKind } from '../entry.ts'
import { feedItemKey } from '../matching/evaluate.ts'
import { listSiteItems } from '../matching/installed-store.ts'
import { isInRange, type VersionRange } from '../matching/version-range.ts'
import { type KnownEntry, listKnownEntries } from './known-entry-store.ts'

/** Installed software in a version with a known vulnerability. */
export interface VulnerableItem {
  site_id: number
  kind: VulnerableKind
  slug: string
  name: string
  version: string
  id: string
  title: string
  severity: Severity
  score: number | null
  cve: string | null
  url: string | null
  published_on: string | null
  fixed_in: string | null
  is_exploited: boolean
  ranges: VersionRange[]
}

/**
 * Installed software in a version with a known vulnerability, the most urgent first: compared now, so that it is right even while a
 * comparison of the fleet is under way. A vulnerability that several sources list is one. With an item, only that one.
 */
export async function findVulnerableItems(
  db: Database,
  siteIds: readonly number[],
  item: { kind: string; slug: string } | null = null,
): Promise<VulnerableItem[]> {
  const installed = await listSiteItems(db, siteIds, item)
  const items = new Map(
    installed.map(({ kind, folder }) => [feedItemKey({ kind, slug: folder }), { kind, slug: folder }]),
  )
  const entries = Map.groupBy(await listKnownEntries(db, [...items.values()]), feedItemKey)
  return installed
    .flatMap(({ site_id, kind, slug, folder, name, version }) => {
      const known = entries.get(feedItemKey({ kind, slug: folder })) ?? []
      const affected = known.filter(({ ranges }) => ranges.some((range) => isInRange(version, range)))
      return [...Map.groupBy(affected, vulnerabilityOf).values()].flatMap(([first, ...others]) =>
        first
          ? [
              {
                ...{ site_id, kind, slug, name, version, id: first.id, title: first.title, severity: first.severity },
                ...{ score: first.score, cve: first.cve, url: first.url, published_on: first.published_on },
                fixed_in: first.fixed_in,
                is_exploited: [first, ...others].some((entry) => entry.is_exploited),
                ranges: [first, ...others].flatMap(({ ranges }) => ranges),
              },
            ]
          : [],
      )
    })
    .sort((a, b) => urgencyOf(b) - urgencyOf(a) || (b.score ?? 0) - (a.score ?? 0) || (a.name < b.name ? -1 : 1))
}

const vulnerabilityOf = ({ cve, source, id }: KnownEntry) => cve ?? `${source}:${id}`
