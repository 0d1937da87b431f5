import { FileAnswer } from '../../operation/answers.ts'
import type { Context } from '../../operation/context.ts'
import { describeReport, reportCsv } from './describe-report.ts'
import { renderReport } from './page/report-page.ts'
import type { ReportFormat } from './report.ts'
import { findReportStyle, type ReportStyle } from './report-style.ts'
import type { WholeReport } from './whole-report.ts'

/** Throws without Chromium, with advice on how to install it. */
export const printPdf = (
  { browser }: Pick<Context, 'browser'>,
  page: string,
  { branding }: ReportStyle,
): Promise<Buffer> => browser.printToPdf(page, { format: branding.paper })

export async function answerPage(
  context: Pick<Context, 'browser'>,
  format: 'html' | 'pdf',
  name: string,
  page: string,
  style: ReportStyle,
): Promise<FileAnswer> {
  if (format === 'html') return new FileAnswer(`${name}.html`, 'text/html; charset=utf-8', page)
  return new FileAnswer(`${name}.pdf`, 'application/pdf', await printPdf(context, page, style))
}

export const answerCsv = (name: string, csv: string): FileAnswer =>
  new FileAnswer(`${name}.csv`, 'text/csv; charset=utf-8', csv)

/** In characters that every system allows in file names. */
export const toFileName = (...parts: string[]) =>
  parts
    .join('-')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'report'

export const reportFileName = ({ subject, period }: Pick<WholeReport, 'subject' | 'period'>) =>
  toFileName('report', subject, period.start_date, period.end_date)

export async function answerReport(context: Context, report: WholeReport, format: ReportFormat) {
  if (format === 'json') return describeReport(report)
  if (format === 'csv') return answerCsv(reportFileName(report), reportCsv(report))
  const style = await findReportStyle(context, { printed: format === 'pdf', clientId: report.clientId })
  return answerPage(context, format, reportFileName(report), renderReport(report, style), style)
}
