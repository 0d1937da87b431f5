import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { noRecipient } from '../report-errors.ts'
import { recipients } from '../report-input.ts'
import { defaultDay, describeSchedule, nextDay, ReportSchedule } from '../schedule.ts'
import { findSchedule, saveSchedule } from '../schedule-store.ts'

const Input = z.strictObject({
  client_id_or_email: ClientRef,
  active: z.boolean().optional(),
  day_of_month: z.int().min(1).max(28).optional().describe('1 to 28, in UTC; the report is about the month before.'),
  recipients: recipients.optional().describe('An empty list means the client’s own address.'),
})

/** What would be kept: what is not given stays. */
async function written({ client_id_or_email, ...given }: z.output<typeof Input>, context: Context) {
  // It goes out about all sites of the client, whoever asked for it.
  if (context.actor.limits)
    throw permissionDenied('Scheduled reports are not for a key that is limited to certain sites.')
  const client = await requireClient(context, client_id_or_email)
  const before = await findSchedule(context.db, client.id)
  const active = given.active ?? before?.active ?? true
  const day_of_month = given.day_of_month ?? before?.day_of_month ?? defaultDay
  const to = given.recipients ?? before?.recipients ?? []
  if (active && to.length === 0 && !client.email) throw noRecipient()
  const now = context.clock.now()
  const row = {
    client_id: client.id,
    active,
    day_of_month,
    recipients: to,
    next_on: nextDay(day_of_month, now),
    updated_at: now,
  }
  return { client, row }
}

export const updateReportSchedule = operation({
  name: 'update-report-schedule',
  summary: 'Send the report of a client by itself every month, as a PDF by e-mail, or stop doing so.',
  effect: 'change',
  idempotent: true,
  permission: 'reports.manage',
  requires: 'reports',
  input: Input,
  output: ReportSchedule,
})
  .plans(async (input, context) => {
    const { row } = await written(input, context)
    const { active, day_of_month, recipients: to, next_on } = row
    return {
      would_affect: [
        { client_id: row.client_id, active, day_of_month, recipients: to, next_on: active ? next_on : null },
      ],
    }
  })
  .does(async (input, context) => {
    const { client, row } = await written(input, context)
    return describeSchedule(client, await saveSchedule(context.db, row))
  })
