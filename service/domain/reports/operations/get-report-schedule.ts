import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { describeSchedule, ReportSchedule } from '../schedule.ts'
import { findSchedule } from '../schedule-store.ts'

export const getReportSchedule = operation({
  name: 'get-report-schedule',
  summary: 'Whether and when the report of a client is sent by itself every month.',
  effect: 'read',
  permission: 'reports.read',
  requires: 'reports',
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: ReportSchedule,
}).does(async ({ client_id_or_email }, context) => {
  const client = await requireClient(context, client_id_or_email)
  return describeSchedule(client, await findSchedule(context.db, client.id))
})
