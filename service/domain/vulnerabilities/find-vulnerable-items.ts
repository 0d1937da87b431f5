import type { Database } from '../../platform/database/database.ts'
import { type Severity, severities } from './read-feed.ts'
import { isInRange } from './version-range.ts'
import { listCandidates, type VulnerableItem } from './vulnerability-store.ts'

// WordPress itself has a few hundred entries, most plugins a handful.
const maxCandidatesPerSite = 2_000

const rankOf = (severity: Severity) => (severity === 'unknown' ? -1 : severities.indexOf(severity))

/** Installed software in a version with a known vulnerability, the most severe first. */
export async function findVulnerableItems(db: Database, siteIds: number[]): Promise<VulnerableItem[]> {
  const candidates = await listCandidates(db, siteIds, maxCandidatesPerSite * siteIds.length)
  return candidates
    .filter(({ version, ranges }) => ranges.some((range) => isInRange(version, range)))
    .sort(
      (a, b) =>
        rankOf(b.severity) - rankOf(a.severity) || (b.score ?? 0) - (a.score ?? 0) || (a.name < b.name ? -1 : 1),
    )
}
