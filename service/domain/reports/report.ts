import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { ReportPeriod } from './period.ts'

export const reportFormats = ['json', 'csv', 'html', 'pdf'] as const
export const ReportFormat = z.enum(reportFormats)
export type ReportFormat = z.output<typeof ReportFormat>

export const ShownPeriod = z.object({
  start_date: z.string(),
  end_date: z.string(),
  days: z.int(),
})

/** One line of a report; what the columns are is the segment's affair. */
export const ReportRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type ReportRow = z.output<typeof ReportRow>
export type Totals = z.output<typeof ReportRow>

/** A line together with the site it is about. */
export type SiteLine = { site_id: number; row: ReportRow }

export const SegmentReport = z.object({
  segment: z.string(),
  site: z.object({ id: z.int(), url: z.string(), name: z.string() }),
  period: ShownPeriod,
  rows: z.array(ReportRow),
  totals: ReportRow,
  integration: z
    .string()
    .optional()
    .describe('Of segments that other plugins feed: “not detected”, or which plugin the site has for it.'),
})
export type SegmentReport = z.output<typeof SegmentReport>

/** More lines than this are counted but not listed, for one segment of a report. */
export const mostRows = 5_000

/** One report covers this many sites at most. */
export const mostSites = 100

/** Selects the rows of a segment: these sites, this period. */
export interface SegmentQuery {
  db: Database
  siteIds: number[]
  period: ReportPeriod
  now: Date
  action?: string | undefined
}

export interface SegmentResult {
  lines: SiteLine[]
  totals: Totals
  integration?: string
}
