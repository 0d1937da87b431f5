import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { countFindings } from '../findings/finding-store.ts'
import { describeKnowledge, Knowledge } from '../knowledge.ts'
import { countClosedItems } from '../support/directory-item-store.ts'
import { countUnsupportedSites } from '../support/unsupported-store.ts'

const count = z.int()

export const countVulnerabilities = operation({
  name: 'count-vulnerabilities',
  summary: 'Count open findings of known vulnerabilities by severity, and software without support.',
  effect: 'read',
  permission: 'software.read',
  input: z.strictObject({}),
  output: z.object({
    open: z.object({
      critical: count,
      high: count,
      medium: count,
      low: count,
      none: count,
      unknown: count,
      total: count,
      urgent: count.describe('Critical, high, or with known attacks.'),
      exploited: count.describe('With known attacks.'),
    }),
    sites: count.describe('Sites with at least one open finding.'),
    accepted: count,
    fixed_30_days: count.describe('Fixed on sites in the last 30 days.'),
    unsupported_php_sites: count,
    unsupported_wordpress_sites: count,
    closed_items: count.describe('Installed plugins and themes that the public directory closed.'),
    knowledge: Knowledge,
  }),
}).does(async (_input, { db, actor, clock }) => {
  const now = clock.now()
  const { sites, accepted, fixed_30_days, ...open } = await countFindings(db, actor.limits, now)
  const unsupported = await countUnsupportedSites(db, actor.limits, now)
  return {
    ...{ open, sites, accepted, fixed_30_days },
    unsupported_php_sites: unsupported.php,
    unsupported_wordpress_sites: unsupported.wordpress,
    closed_items: await countClosedItems(db, actor.limits),
    knowledge: await describeKnowledge(db, now),
  }
})
