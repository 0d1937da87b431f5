import type { VulnerabilitySource, VulnerableKind } from '../entry.ts'
import { compareReleases, isInRange, type VersionRange } from './version-range.ts'

/** A version of a plugin, theme or WordPress that at least one site has. */
export interface InstalledItemVersion {
  kind: VulnerableKind
  /** As installed: `folder/file.php` of a plugin. */
  slug: string
  /** As feeds name it. */
  folder: string
  version: string
}

/** What a source says, as far as matching needs it. */
export interface MatchEntry {
  kind: VulnerableKind
  slug: string
  record_id: number
  source: VulnerabilitySource
  ranges: VersionRange[]
  fixed_versions: string[]
  is_withdrawn: boolean
}

/** An installed version that has a known vulnerability. */
export interface Match {
  kind: VulnerableKind
  slug: string
  version: string
  record_id: number
  /** Those that list this version. */
  sources: VulnerabilitySource[]
  /** The lowest higher version that has a fix. */
  fixed_in: string | null
  /** Only withdrawn entries list it: an open finding stays, but there is no new one. */
  is_withdrawn: boolean
}

export const feedItemKey = ({ kind, slug }: { kind: string; slug: string }): string => `${kind} ${slug}`

/** Compares each installed version with the entries of its item. Sources with the same record give one match. */
export function evaluate(installed: readonly InstalledItemVersion[], entries: readonly MatchEntry[]): Match[] {
  const byItem = Map.groupBy(entries, feedItemKey)
  return installed.flatMap(({ kind, slug, folder, version }) => {
    const known = byItem.get(feedItemKey({ kind, slug: folder })) ?? []
    if (known.length === 0 || !/\d/.test(version)) return []
    const affected = known.filter(({ ranges }) => ranges.some((range) => isInRange(version, range)))
    return [...Map.groupBy(affected, ({ record_id }) => record_id)].map(([record_id, listing]) => {
      const valid = listing.filter(({ is_withdrawn }) => !is_withdrawn)
      const counted = valid.length > 0 ? valid : listing
      return {
        ...{ kind, slug, version, record_id },
        sources: [...new Set(counted.map(({ source }) => source))].sort(),
        fixed_in: fixedInFor(version, counted),
        is_withdrawn: valid.length === 0,
      }
    })
  })
}

/** The lowest version above the installed one that a source calls fixed and none of them lists as affected. */
export function fixedInFor(
  version: string,
  entries: readonly Pick<MatchEntry, 'ranges' | 'fixed_versions'>[],
): string | null {
  const ranges = entries.flatMap((entry) => entry.ranges)
  const candidates = entries
    .flatMap(({ fixed_versions }) => fixed_versions)
    .filter((fixed) => compareReleases(fixed, version) > 0 && !ranges.some((range) => isInRange(fixed, range)))
    .sort(compareReleases)
  return candidates[0] ?? null
}
