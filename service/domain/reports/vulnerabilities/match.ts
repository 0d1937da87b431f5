import type { Database } from '../../../platform/database/database.ts'
import { type Severity, severities } from './read-feed.ts'
import { isWithin } from './version-range.ts'
import { listSuspicions, type Suspicion } from './vulnerability-store.ts'

// WordPress itself has a few hundred entries, most plugins a handful.
const mostPerSite = 2_000

const rank = (severity: Severity) => (severity === 'unknown' ? -1 : severities.indexOf(severity))

/** What is installed in a version that has a known weakness, worst first. */
export async function findVulnerable(db: Database, siteIds: number[]): Promise<Suspicion[]> {
  const suspicions = await listSuspicions(db, siteIds, mostPerSite * siteIds.length)
  return suspicions
    .filter(({ version, ranges }) => ranges.some((range) => isWithin(version, range)))
    .sort(
      (a, b) => rank(b.severity) - rank(a.severity) || (b.score ?? 0) - (a.score ?? 0) || (a.name < b.name ? -1 : 1),
    )
}
