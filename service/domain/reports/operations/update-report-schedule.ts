import { z } from 'zod'
import { todayOf } from '../../../operation/configured-days.ts'
import type { Context } from '../../../operation/context.ts'
import { permissionDenied } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { recipients } from '../report.ts'
import { noRecipient } from '../report-errors.ts'
import { defaultDay, describeSchedule, nextDay, ReportSchedule } from '../schedule/schedule.ts'
import { findSchedule, upsertSchedule } from '../schedule/schedule-store.ts'

const Input = z.strictObject({
  client_id_or_email: ClientRef,
  active: z.boolean().optional(),
  day_of_month: z
    .int()
    .min(1)
    .max(28)
    .optional()
    .describe('1 to 28, in the configured time zone; the report covers the month before.'),
  recipients: recipients.optional().describe('Empty: the e-mail address of the client.'),
})

/** Fields that are not sent do not change. */
async function readSchedule({ client_id_or_email, ...given }: z.output<typeof Input>, context: Context) {
  // The report covers all sites of the client, also those outside the limits.
  if (context.actor.limits)
    throw permissionDenied('A user or key that is limited to certain sites cannot schedule reports.')
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
    next_on: nextDay(day_of_month, todayOf(context)),
    updated_at: now,
  }
  return { client, row }
}

export const updateReportSchedule = operation({
  name: 'update-report-schedule',
  summary: 'Start, change or stop the monthly report of a client, sent as a PDF by e-mail.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'reports.manage',
  requires: 'reports',
  input: Input,
  output: ReportSchedule,
})
  .plans(async (input, context) => {
    const { row } = await readSchedule(input, context)
    const { active, day_of_month, recipients: to, next_on } = row
    return {
      would_affect: [
        { client_id: row.client_id, active, day_of_month, recipients: to, next_on: active ? next_on : null },
      ],
    }
  })
  .does(async (input, context) => {
    const { client, row } = await readSchedule(input, context)
    return describeSchedule(client, await upsertSchedule(context.db, row))
  })
