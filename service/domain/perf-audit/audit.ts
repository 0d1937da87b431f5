import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { type Strategy, strategies } from '../../platform/browser/lighthouse/audit-page.ts'

export { type Strategy, strategies }

/** The strategies that a caller may request. */
export const RequestedStrategy = z.enum([...strategies, 'both']).default('both')
export const strategiesOf = (requested: z.output<typeof RequestedStrategy>): readonly Strategy[] =>
  requested === 'both' ? strategies : [requested]

const score = z.int().nullable().describe('0 to 100; null when Lighthouse has no score.')
const ms = z.int().nullable()

export const Audit = z.object({
  audit_id: z.int(),
  strategy: z.enum(strategies),
  audited_at: timestamp,
  performance: score,
  accessibility: score,
  best_practices: score,
  seo: score,
  fcp_ms: ms.describe('First Contentful Paint.'),
  lcp_ms: ms.describe('Largest Contentful Paint.'),
  tbt_ms: ms.describe('Total Blocking Time.'),
  cls: z.number().nullable().describe('Cumulative Layout Shift.'),
  si_ms: ms.describe('Speed Index.'),
  ttfb_ms: ms.describe('Measured response time of the page itself.'),
  page_bytes: z.int().nullable(),
  final_url: z.string().describe('The address after redirects.'),
})
export type Audit = z.output<typeof Audit>

export const AuditDetail = Audit.extend({
  opportunities: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        saving: z.string(),
        saving_ms: z.int().nullable(),
        saving_bytes: z.int().nullable(),
      }),
    )
    .describe('Ways to make the page faster, largest saving first.'),
  findings: z
    .array(z.object({ category: z.string(), id: z.string(), title: z.string() }))
    .describe('Failed audits in accessibility, best practices and SEO.'),
  lighthouse_version: z.string(),
})

const Failure = z.object({ reason: z.string(), failed_at: timestamp })

/** By the lower of the two scores, with the thresholds of Lighthouse: 90 and 50. */
export const resultStatuses = ['good', 'needs-improvement', 'poor', 'failed', 'unaudited'] as const

const site = {
  id: z.int().describe('The id of the site.'),
  url: z.string(),
  name: z.string(),
  status: z.enum(resultStatuses).describe('By the lower performance score: from 90 good, below 50 poor.'),
  mobile_failure: Failure.nullable().describe('Why the last audit failed; the previous audit is still shown.'),
  desktop_failure: Failure.nullable(),
  next_audit_at: timestamp.nullable(),
}
export const SiteResult = z.object({ ...site, mobile: Audit.nullable(), desktop: Audit.nullable() })
export type SiteResult = z.output<typeof SiteResult>
export const SiteResultDetail = z.object({ ...site, mobile: AuditDetail.nullable(), desktop: AuditDetail.nullable() })

/** The queued job. */
export const QueuedAudits = z.object({
  queued: z.boolean(),
  job_id: z.string().nullable(),
  status_url: z.string().nullable(),
  sites_queued: z.int(),
})
