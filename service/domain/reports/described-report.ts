import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { writeCsv } from '../../platform/csv.ts'
import { toPeriodShown } from './period.ts'
import { ReportRow, ShownPeriod } from './report.ts'
import { headline, type ReportSite, type WholeReport } from './whole-report.ts'

/** A whole report in figures, for programs. */
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
      changes: z.record(z.string(), ReportRow).describe('How often each action happened, by segment.'),
    }),
  ),
  sites_left_out: z.int(),
})

const figuresOf = (site: ReportSite, report: WholeReport) => {
  const hours = site.work.reduce((sum, task) => sum + task.hours, 0)
  const { sites: _, ...figures } = headline({
    ...report,
    sites: [site],
    uptime: site.uptime,
    hours: Math.round(hours * 100) / 100,
  })
  return figures
}

export const describeReport = (report: WholeReport): z.input<typeof DescribedReport> => ({
  subject: report.subject,
  period: toPeriodShown(report.period),
  made_at: isoTime(report.madeAt)!,
  totals: headline(report),
  sites: report.sites.map((site) => ({
    id: site.id,
    name: site.name,
    url: site.url,
    totals: figuresOf(site, report),
    changes: Object.fromEntries([...site.counts].map(([segment, actions]) => [segment, Object.fromEntries(actions)])),
  })),
  sites_left_out: report.leftOut,
})

/** A line for each site. */
export function reportCsv(report: WholeReport): string {
  const rows = report.sites.map((site) => ({ site: site.name, url: site.url, ...figuresOf(site, report) }))
  const columns = Object.keys(rows[0] ?? { site: '' })
  return writeCsv(
    columns,
    rows.map((row) => columns.map((column) => String((row as Record<string, unknown>)[column] ?? ''))),
  )
}
