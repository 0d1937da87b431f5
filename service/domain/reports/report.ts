import { z } from 'zod'
import type { Settings } from '../../operation/settings.ts'
import type { Database } from '../../platform/database/database.ts'
import { DayInput, type ReportPeriod } from './period.ts'

export const ReportFormat = z.enum(['json', 'csv', 'html', 'pdf'])
export type ReportFormat = z.output<typeof ReportFormat>

/** The input of every report. */
export const reportInput = {
  start_date: DayInput,
  end_date: DayInput,
  format: ReportFormat.default('json').describe('json, csv (tables), html (a page to print) or pdf.'),
}

export const recipients = z.array(z.email().max(254)).max(20)

export const ShownPeriod = z.object({
  start_date: z.string(),
  end_date: z.string(),
  days: z.int(),
})

/** The columns depend on the segment. */
export const ReportRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type ReportRow = z.output<typeof ReportRow>
export type Totals = z.output<typeof ReportRow>

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
    .describe('For segments with data of other plugins: the plugin of the site, or “not detected”.'),
})
export type SegmentReport = z.output<typeof SegmentReport>

/** Further rows of a segment are counted but not listed. */
export const maxRows = 5_000

/** Sites in one report. */
export const maxSites = 100

/** Selects the rows of a segment: these sites, this period. */
export interface SegmentQuery {
  db: Database
  settings: Settings
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
