import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { DescribedReport } from '../described-report.ts'
import { answerReport, reportOfClient } from '../make-report.ts'
import { readReportPeriod } from '../period.ts'
import { reportInput } from '../report-input.ts'

export const getClientReport = operation({
  name: 'get-client-report',
  summary: 'One report about all sites of a client: figures, a table, or a page with the company’s logo and colours.',
  effect: 'read',
  permission: 'reports.read',
  heavy: true,
  requires: 'reports',
  input: z.strictObject({ client_id_or_email: ClientRef, ...reportInput }),
  output: DescribedReport,
  answers: ['json', 'file'],
}).does(async ({ client_id_or_email, start_date, end_date, format }, context) => {
  const period = readReportPeriod(start_date, end_date)
  const client = await requireClient(context, client_id_or_email)
  return answerReport(context, await reportOfClient(context, client, period), format)
})
