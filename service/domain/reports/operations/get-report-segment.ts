import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { importAuditedChanges } from '../../activity/index.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { answerCsv, answerPage, toFileName } from '../answer-report.ts'
import { rowsCsv } from '../describe-report.ts'
import { renderSegment } from '../page/segment-page.ts'
import { readReportPeriod, toShownPeriod } from '../period.ts'
import { readSegment } from '../read-segment.ts'
import { reportInput, SegmentReport } from '../report.ts'
import { unknownAction } from '../report-errors.ts'
import { findReportStyle } from '../report-style.ts'
import { incidentColumns, segmentNames, segmentOf } from '../segments.ts'

export const getReportSegment = operation({
  name: 'get-report-segment',
  summary:
    'Read one segment of the report about a site (plugins, posts, uptime …): rows and totals of a period, or the current state.',
  effect: 'read',
  permission: 'reports.read',
  requires: 'reports',
  heavyWhen: ({ format }) => format !== 'json',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    segment: z.enum(segmentNames).default('website'),
    action: z.string().max(40).optional().describe('Only rows of this action; the values depend on the segment.'),
    ...reportInput,
  }),
  output: SegmentReport,
  answers: ['json', 'file'],
}).does(async ({ site_id_or_domain, segment, action, start_date, end_date, format }, context) => {
  const { title, actions, columns } = segmentOf(segment)
  if (action !== undefined && !actions.includes(action)) throw unknownAction(segment, actions)
  const period = readReportPeriod(start_date, end_date, timeZoneOf(context.settings))
  const { id, url, name, client_id: clientId } = await requireSite(context, site_id_or_domain)
  await importAuditedChanges(context.db)
  const { db, settings, clock } = context
  const reading = { db, settings, siteIds: [id], period, now: clock.now(), action }
  const { lines, totals, integration } = await readSegment(reading, segment)
  const report = {
    segment,
    site: { id, url, name },
    period: toShownPeriod(period),
    rows: lines.map(({ row }) => row),
    totals,
    ...(integration !== undefined && { integration }),
  }
  if (format === 'json') return report
  const shown = segment === 'uptime' && action === 'incidents' ? incidentColumns : columns
  const file = toFileName(name, segment, start_date, end_date)
  if (format === 'csv') return answerCsv(file, rowsCsv(shown, report.rows))
  const style = await findReportStyle(context, { printed: format === 'pdf', clientId })
  return answerPage(context, format, file, renderSegment(report, { title, columns: shown, period }, style), style)
})
