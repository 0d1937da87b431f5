import { z } from 'zod'
import { timeZoneOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { EmailedReport, emailInput, emailReport, planEmail, toEmailResults } from '../email-report.ts'
import { readReportPeriod } from '../period.ts'
import { collectClientReport } from '../whole-report.ts'

export const emailClientReport = operation({
  name: 'email-client-report',
  summary: 'Send one report about all sites of a client as a PDF by e-mail, to the client or other recipients.',
  effect: 'change',
  permission: 'reports.manage',
  heavy: true,
  requires: 'reports',
  input: z.strictObject({ client_id_or_email: ClientRef, ...emailInput }),
  output: EmailedReport,
  results: toEmailResults,
})
  .plans(async ({ client_id_or_email, start_date, end_date, ...email }, context) => {
    const period = readReportPeriod(start_date, end_date, timeZoneOf(context.settings))
    const client = await requireClient(context, client_id_or_email)
    return planEmail(context, { subject: client.name, period, clientId: client.id }, email, client.email)
  })
  .does(async ({ client_id_or_email, start_date, end_date, ...email }, context) => {
    const period = readReportPeriod(start_date, end_date, timeZoneOf(context.settings))
    const client = await requireClient(context, client_id_or_email)
    const about = { siteId: null, clientId: client.id, defaultRecipient: client.email }
    return emailReport(context, await collectClientReport(context, client, period), email, about)
  })
