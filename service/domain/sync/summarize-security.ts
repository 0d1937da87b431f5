import { z } from 'zod'
import type { Limits } from '../../operation/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { issueSeverities, issuesOf, SecurityIssue } from './security-issues.ts'
import { countIssueSets } from './security-store.ts'

/** Security issues of the fleet, by type. */
export const SecuritySummary = z.object({
  sites: z.int().describe('Sites with at least one issue.'),
  issues: z.int(),
  items: z.array(SecurityIssue.extend({ sites: z.int() })).describe('The most severe first, then the most common.'),
})

export async function summarizeSecurity(
  db: Database,
  limits: Limits | null,
  max: number,
): Promise<z.input<typeof SecuritySummary>> {
  const sitesOf = new Map<string, number>()
  let sites = 0
  for (const set of await countIssueSets(db, limits)) {
    sites += set.sites
    for (const type of set.issues) sitesOf.set(type, (sitesOf.get(type) ?? 0) + set.sites)
  }
  const items = issuesOf(Object.fromEntries([...sitesOf.keys()].map((type) => [type, 'issue' as const])))
    .map((issue) => ({ ...issue, sites: sitesOf.get(issue.type) ?? 0 }))
    .sort((one, other) => severityRank(one) - severityRank(other) || other.sites - one.sites)
  const issues = items.reduce((sum, item) => sum + item.sites, 0)
  return { sites, issues, items: items.slice(0, max) }
}

const severityRank = ({ severity }: SecurityIssue) => issueSeverities.indexOf(severity)
