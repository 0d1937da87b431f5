import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { issueSeverities, issuesOf, SecurityIssue } from './security-issues.ts'
import { countIssueSets, countSecurityChecks } from './security-store.ts'
import { staleAfter } from './stale-after.ts'

/** Security issues of the fleet, by type. */
export const SecuritySummary = z.object({
  sites: z.int().describe('Sites with at least one issue.'),
  issues: z.int(),
  coverage: z
    .object({
      sites: z.int().describe('Sites that are not suspended.'),
      current: z.int().describe('Of these, sites whose checks are not stale.'),
      stale: z.int(),
      unknown: z.int().describe('Sites that never reported their checks at their address.'),
      oldest_at: timestamp.nullable().describe('When the oldest of the checks were reported.'),
      summary: z
        .string()
        .nullable()
        .describe('What is not known, as a sentence; null if the checks of all sites are current.'),
    })
    .describe('What the numbers are based on.'),
  items: z.array(SecurityIssue.extend({ sites: z.int() })).describe('The most severe first, then the most common.'),
})

export async function summarizeSecurity(
  { db, actor: { limits }, settings, clock }: Pick<Context, 'db' | 'actor' | 'settings' | 'clock'>,
  max: number,
): Promise<z.input<typeof SecuritySummary>> {
  const staleBefore = new Date(clock.now().getTime() - staleAfter(settings).security * 1000)
  const { oldest, ...coverage } = await countSecurityChecks(db, limits, staleBefore)
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
  return {
    sites,
    issues,
    coverage: { ...coverage, oldest_at: isoTime(oldest), summary: describeSecurityCoverage(coverage) },
    items: items.slice(0, max),
  }
}

export function describeSecurityCoverage({ stale, unknown }: { stale: number; unknown: number }): string | null {
  const sentences = [
    unknown > 0 && `${countSites(unknown)} ${unknown === 1 ? 'has' : 'have'} not reported any security checks.`,
    stale > 0 && `The security checks of ${countSites(stale)} are out of date.`,
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : sentences.join(' ')
}

const countSites = (count: number) => (count === 1 ? '1 site' : `${count.toLocaleString('en')} sites`)

const severityRank = ({ severity }: SecurityIssue) => issueSeverities.indexOf(severity)
