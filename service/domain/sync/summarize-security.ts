import { z } from 'zod'
import type { Limits } from '../../operation/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { countIssueSets } from './issue-count-store.ts'
import { issuesOf, SecurityIssue, severities } from './security-issues.ts'

/** What is wrong across the fleet, by kind. */
export const SecuritySummary = z.object({
  sites: z.int().describe('Sites with at least one issue.'),
  issues: z.int(),
  items: z.array(SecurityIssue.extend({ sites: z.int() })).describe('The gravest first, then the commonest.'),
})

export async function summarizeSecurity(
  db: Database,
  limits: Limits | null,
  most: number,
): Promise<z.input<typeof SecuritySummary>> {
  const sitesOf = new Map<string, number>()
  let sites = 0
  for (const set of await countIssueSets(db, limits)) {
    sites += set.sites
    for (const type of set.issues) sitesOf.set(type, (sitesOf.get(type) ?? 0) + set.sites)
  }
  const items = issuesOf(Object.fromEntries([...sitesOf.keys()].map((type) => [type, 'issue' as const])))
    .map((issue) => ({ ...issue, sites: sitesOf.get(issue.type)! }))
    .sort((one, other) => gravity(one) - gravity(other) || other.sites - one.sites)
  const issues = items.reduce((sum, item) => sum + item.sites, 0)
  return { sites, issues, items: items.slice(0, most) }
}

const gravity = ({ severity }: SecurityIssue) => severities.indexOf(severity)
