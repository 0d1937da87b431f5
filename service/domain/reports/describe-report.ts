import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { writeCsv } from '../../platform/csv.ts'
import { toShownPeriod } from './period.ts'
import { ReportRow, ShownPeriod } from './report.ts'
import { computeTotals, type ReportSite, type WholeReport } from './whole-report.ts'

/** A whole report as figures, for programs. */
export const DescribedReport = z.object({
  subject: z.string(),
  period: ShownPeriod,
  made_at: timestamp,
  totals: ReportRow,
  sites: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      url: z.string(),
      totals: ReportRow,
      changes: z.record(z.string(), ReportRow).describe('The number of changes per action, by segment.'),
    }),
  ),
  sites_left_out: z.int(),
})

const siteTotals = (site: ReportSite, report: WholeReport) => {
  const hours = site.work.reduce((sum, task) => sum + task.hours, 0)
  const { sites: _, ...totals } = computeTotals({
    ...report,
    sites: [site],
    uptime: site.uptime,
    hours: Math.round(hours * 100) / 100,
  })
  return totals
}

export const describeReport = (report: WholeReport): z.input<typeof DescribedReport> => ({
  subject: report.subject,
  period: toShownPeriod(report.period),
  made_at: isoTime(report.madeAt),
  totals: computeTotals(report),
  sites: report.sites.map((site) => ({
    id: site.id,
    name: site.name,
    url: site.url,
    totals: siteTotals(site, report),
    changes: Object.fromEntries([...site.counts].map(([segment, actions]) => [segment, Object.fromEntries(actions)])),
  })),
  sites_left_out: report.leftOut,
})

/** One line per site. */
export function reportCsv(report: WholeReport): string {
  const rows = report.sites.map((site) => ({ site: site.name, url: site.url, ...siteTotals(site, report) }))
  return rowsCsv(Object.keys(rows[0] ?? { site: '' }), rows)
}

export const rowsCsv = (columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string =>
  writeCsv(
    columns,
    rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
  )
