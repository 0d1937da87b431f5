import { FileAnswer } from '../../operation/answers.ts'
import type { Context } from '../../operation/context.ts'
import type { ClientRow } from '../clients/index.ts'
import type { SiteRow } from '../sites/index.ts'
import { answerPage, fileName } from './answer-report.ts'
import { describeReport, reportCsv } from './described-report.ts'
import { renderReport } from './page/page.ts'
import type { ReportPeriod } from './period.ts'
import { mostSites, type ReportFormat } from './report.ts'
import { clientWithoutSites } from './report-errors.ts'
import { reportStyleOf } from './report-style-of.ts'
import { listSitesOfClient } from './state-store.ts'
import { gatherReport, type WholeReport } from './whole-report.ts'

type Making = Pick<Context, 'db' | 'clock' | 'actor'>

export const reportOfSite = ({ db, clock }: Making, site: SiteRow, period: ReportPeriod): Promise<WholeReport> =>
  gatherReport(db, { subject: site.name, sites: [site], period, now: clock.now() })

/** About all sites of a client that the caller may see. */
export async function reportOfClient(
  { db, clock, actor }: Making,
  client: ClientRow,
  period: ReportPeriod,
): Promise<WholeReport> {
  const sites = await listSitesOfClient(db, client.id, actor.limits, mostSites)
  if (sites.length === 0) throw clientWithoutSites(client.name)
  const leftOut = Math.max(0, client.sites_count - sites.length)
  return gatherReport(db, { subject: client.name, sites, period, now: clock.now(), leftOut })
}

export const fileNameOf = ({ subject, period }: WholeReport) =>
  fileName('report', subject, period.start_date, period.end_date)

/** A report in the form that was asked for. */
export async function answerReport(context: Context, report: WholeReport, format: ReportFormat) {
  if (format === 'json') return describeReport(report)
  if (format === 'csv') return new FileAnswer(`${fileNameOf(report)}.csv`, 'text/csv; charset=utf-8', reportCsv(report))
  const look = await reportStyleOf(context, { printed: format === 'pdf' })
  return answerPage(context, format, fileNameOf(report), renderReport(report, look), look)
}
