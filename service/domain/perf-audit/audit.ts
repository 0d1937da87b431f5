import { z } from 'zod'
import { timestamp } from '../../operation/shapes.ts'
import { type Strategy, strategies } from '../../platform/browser/lighthouse/audit-page.ts'

export { type Strategy, strategies }

/** What a caller may ask for. */
export const WantedStrategy = z.enum([...strategies, 'both']).default('both')
export const strategiesOf = (wanted: z.output<typeof WantedStrategy>): readonly Strategy[] =>
  wanted === 'both' ? strategies : [wanted]

const score = z.int().nullable().describe('0 to 100; null when Lighthouse could not tell.')
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
  ttfb_ms: ms.describe('How long the server took for the page itself, as measured.'),
  page_bytes: z.int().nullable(),
  final_url: z.string().describe('Where the address led to.'),
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
    .describe('What would make the page faster, the greatest saving first.'),
  findings: z
    .array(z.object({ category: z.string(), id: z.string(), title: z.string() }))
    .describe('What failed in accessibility, best practices and SEO.'),
  lighthouse_version: z.string(),
})

const Failure = z.object({ reason: z.string(), failed_at: timestamp })

/** By the slower of the two, in the bands that Lighthouse draws: 90 and 50. */
export const resultStatuses = ['good', 'needs-improvement', 'poor', 'failed', 'unaudited'] as const

const site = {
  id: z.int().describe('The id of the site.'),
  url: z.string(),
  name: z.string(),
  status: z.enum(resultStatuses).describe('By the lower score for performance: from 90 good, below 50 poor.'),
  mobile_failure: Failure.nullable().describe('Why the last audit showed nothing; the one before it still stands.'),
  desktop_failure: Failure.nullable(),
  next_audit_at: timestamp.nullable(),
}
export const SiteResult = z.object({ ...site, mobile: Audit.nullable(), desktop: Audit.nullable() })
export type SiteResult = z.output<typeof SiteResult>
export const SiteResultDetail = z.object({ ...site, mobile: AuditDetail.nullable(), desktop: AuditDetail.nullable() })

/** What an order of audits answers: the job to follow. */
export const Ordered = z.object({
  queued: z.boolean(),
  job_id: z.string().nullable(),
  status_url: z.string().nullable(),
  sites_queued: z.int(),
})
