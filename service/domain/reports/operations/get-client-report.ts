import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { answerReport } from '../answer-report.ts'
import { DescribedReport } from '../describe-report.ts'
import { readReportPeriod } from '../period.ts'
import { reportInput } from '../report.ts'
import { collectClientReport } from '../whole-report.ts'

export const getClientReport = operation({
  name: 'get-client-report',
  summary:
    'Read one report about all sites of a client: figures, a table, or a page with the company’s logo and colours.',
  effect: 'read',
  permission: 'reports.read',
  heavy: true,
  requires: 'reports',
  input: z.strictObject({ client_id_or_email: ClientRef, ...reportInput }),
  output: DescribedReport,
  answers: ['json', 'file'],
}).does(async ({ client_id_or_email, start_date, end_date, format }, context) => {
  const period = readReportPeriod(start_date, end_date, timeZoneOf(context.settings))
  const client = await requireClient(context, client_id_or_email)
  return answerReport(context, await collectClientReport(context, client, period), format)
})
