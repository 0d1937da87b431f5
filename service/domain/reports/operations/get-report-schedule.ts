import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { listDeliveries } from '../schedule/delivery-store.ts'
import { describeDelivery, describeSchedule, ReportDelivery, ReportSchedule } from '../schedule/schedule.ts'
import { findSchedule } from '../schedule/schedule-store.ts'

export const getReportSchedule = operation({
  name: 'get-report-schedule',
  summary: 'Read the monthly schedule of the report of a client, with the last deliveries.',
  effect: 'read',
  permission: 'reports.read',
  requires: 'reports',
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: ReportSchedule.extend({ history: z.array(ReportDelivery).describe('The last deliveries, newest first.') }),
}).does(async ({ client_id_or_email }, context) => {
  const client = await requireClient(context, client_id_or_email)
  const history = (await listDeliveries(context.db, client.id, 12)).map(describeDelivery)
  return { ...describeSchedule(client, await findSchedule(context.db, client.id)), history }
})
