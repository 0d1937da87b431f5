import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { importAuditedChanges } from '../../activity/index.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { answerPage, fileName } from '../answer-report.ts'
import { renderSegment } from '../page/segment-page.ts'
import { readReportPeriod, toPeriodShown } from '../period.ts'
import { SegmentReport } from '../report.ts'
import { unknownAction } from '../report-errors.ts'
import { reportInput } from '../report-input.ts'
import { reportStyleOf } from '../report-style-of.ts'
import { segmentCsv } from '../segment-csv.ts'
import { incidentColumns, segmentNames, segmentOf } from '../segment-list.ts'
import { readSegment } from '../segment-readers.ts'

export const getReportSegment = operation({
  name: 'get-report-segment',
  summary:
    'What happened to one part of a site in a period (plugins, posts, uptime …), or how it stands: rows and totals.',
  effect: 'read',
  permission: 'reports.read',
  requires: 'reports',
  heavyWhen: ({ format }) => format !== 'json',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    segment: z.enum(segmentNames).default('website'),
    action: z
      .string()
      .max(40)
      .optional()
      .describe('Only rows of this action; which there are is the segment’s affair.'),
    ...reportInput,
  }),
  output: SegmentReport,
  answers: ['json', 'file'],
}).does(async ({ site_id_or_domain, segment, action, start_date, end_date, format }, context) => {
  const { title, actions, columns } = segmentOf(segment)
  if (action !== undefined && !actions.includes(action)) throw unknownAction(segment, actions)
  const period = readReportPeriod(start_date, end_date)
  const { id, url, name } = await requireSite(context, site_id_or_domain)
  await importAuditedChanges(context.db)
  const reading = { db: context.db, siteIds: [id], period, now: context.clock.now(), action }
  const { lines, totals, integration } = await readSegment(reading, segment)
  const report = {
    segment,
    site: { id, url, name },
    period: toPeriodShown(period),
    rows: lines.map(({ row }) => row),
    totals,
    ...(integration !== undefined && { integration }),
  }
  if (format === 'json') return report
  const shown = segment === 'uptime' && action === 'incidents' ? incidentColumns : columns
  const file = fileName(name, segment, start_date, end_date)
  if (format === 'csv') return new FileAnswer(`${file}.csv`, 'text/csv; charset=utf-8', segmentCsv(shown, report.rows))
  const look = await reportStyleOf(context, { printed: format === 'pdf' })
  return answerPage(context, format, file, renderSegment(report, { title, columns: shown, period }, look), look)
})
