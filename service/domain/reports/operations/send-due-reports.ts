import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { requireClient } from '../../clients/index.ts'
import { reportOfClient } from '../make-report.ts'
import { monthBefore } from '../period.ts'
import { noRecipient } from '../report-errors.ts'
import { sendReport } from '../report-mail.ts'
import { nextDay } from '../schedule.ts'
import { noteSent, noteUnsent, type ScheduleRow, takeDueSchedule } from '../schedule-store.ts'

const mostAtOnce = 200
const hourMs = 3_600_000

export const sendDueReports = operation({
  name: 'send-due-reports',
  summary: 'Send the monthly reports whose day has come.',
  effect: 'change',
  permission: 'reports.manage',
  requires: 'reports',
  input: z.strictObject({}),
  output: z.object({ sent: z.int(), failed: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => {
    const { db, clock, log } = context
    const done = { sent: 0, failed: 0 }
    for (let number = 0; number < mostAtOnce; number++) {
      const due = await takeDueSchedule(db, clock.now())
      if (!due) break
      try {
        await sendScheduled(context, due)
        done.sent++
      } catch (error) {
        const reason = (error as Error).message
        log.warn({ client: due.client_id, reason }, 'a scheduled report could not be sent')
        await noteUnsent(db, due.client_id, reason, new Date(clock.now().getTime() + hourMs))
        done.failed++
      }
    }
    return done
  })

/** About the month before the day it was due, however late it is sent. */
async function sendScheduled(
  context: Context,
  { client_id, recipients, next_on, day_of_month }: ScheduleRow,
): Promise<void> {
  const client = await requireClient(context, client_id)
  const period = monthBefore(new Date(`${next_on}T00:00:00Z`))
  const to = recipients.length > 0 ? recipients : client.email ? [client.email] : []
  if (to.length === 0) throw noRecipient()
  await sendReport(context, await reportOfClient(context, client, period), { to })
  const at = context.clock.now()
  await noteSent(context.db, client_id, {
    at,
    period: period.start_date.slice(0, 7),
    next: nextDay(day_of_month, new Date(`${next_on}T00:00:00Z`)),
  })
}
