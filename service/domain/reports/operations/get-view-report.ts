import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { requireView } from '../../views/index.ts'
import { answerReport } from '../answer-report.ts'
import { DescribedReport } from '../describe-report.ts'
import { readReportPeriod } from '../period.ts'
import { reportInput } from '../report.ts'
import { collectViewReport } from '../whole-report.ts'

export const getViewReport = operation({
  name: 'get-view-report',
  summary: 'Read one report about all sites of a saved view that you may see: figures, a table, or a page.',
  effect: 'read',
  permission: 'reports.read',
  heavy: true,
  requires: 'reports',
  input: z.strictObject({ view_id: z.int().min(1), ...reportInput }),
  output: DescribedReport,
  answers: ['json', 'file'],
}).does(async ({ view_id, start_date, end_date, format }, context) => {
  const period = readReportPeriod(start_date, end_date, timeZoneOf(context.settings))
  const view = await requireView(context, view_id)
  return answerReport(context, await collectViewReport(context, view, period), format)
})
