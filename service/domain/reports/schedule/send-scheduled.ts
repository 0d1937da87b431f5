import { timeZoneOf } from '../../../operation/configured-days.ts'
import type { Context } from '../../../operation/context.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import { nextAttemptAt, type RetryPolicy } from '../../../platform/work/retry-policy.ts'
import { requireClient } from '../../clients/index.ts'
import { isPermanentMailFailure, isUnknownMailOutcome } from '../../notifications/index.ts'
import { prepareEmail, sendEmail } from '../email-report.ts'
import { monthBefore } from '../period.ts'
import { noRecipient } from '../report-errors.ts'
import { collectClientReport } from '../whole-report.ts'
import {
  type DueReport,
  markUnknownBefore,
  recordSent,
  recordUnknown,
  recordUnsent,
  startDelivery,
} from './delivery-store.ts'
import { nextDay } from './schedule.ts'
import type { ScheduleRow } from './schedule-store.ts'

const hourMs = 3_600_000
const retries: RetryPolicy = { delaysMs: [hourMs], repeatsLast: true }
// Sending times out within a minute, so a longer delivery belongs to a process that died.
const maxSendingMs = hourMs / 2

const unknownOutcome =
  'The service stopped while it was sending this report, so it may or may not have arrived. Ask the client, and send it again if it is missing.'

/** Marks deliveries of processes that died as unknown; they are not sent again. */
export const markLostDeliveries = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  return markUnknownBefore(db, new Date(now.getTime() - maxSendingMs), unknownOutcome, now)
}

/** Sends a due report. False: it was not sent, and the schedule has the reason. */
export async function sendScheduled(context: Context, due: ScheduleRow): Promise<boolean> {
  const { db, clock, log } = context
  const { client_id: clientId, next_on: dueOn } = due
  // The period depends on the day it was due, not on the day it is sent.
  const period = monthBefore(dueOn, timeZoneOf(context.settings))
  const delivery: DueReport = {
    clientId,
    dueOn,
    nextOn: nextDay(due.day_of_month, dueOn),
    period: period.start_date.slice(0, 7),
    recipients: due.recipients,
  }
  const failed = async (error: unknown) => {
    const problem = messageOf(error)
    const now = clock.now()
    const again = isPermanentMailFailure(error) ? null : nextAttemptAt(retries, { attempts: 1, now })
    log.warn({ client: clientId, reason: problem, again }, 'a scheduled report could not be sent')
    await recordUnsent(db, delivery, { problem, again, now })
    return false
  }
  let mail: Awaited<ReturnType<typeof prepareEmail>>
  try {
    const client = await requireClient(context, clientId)
    const to = due.recipients.length > 0 ? due.recipients : client.email ? [client.email] : []
    if (to.length === 0) throw noRecipient()
    delivery.recipients = to
    mail = await prepareEmail(context, await collectClientReport(context, client, period), { to })
  } catch (error) {
    return failed(error)
  }
  delivery.messageId = mail.messageId
  // Recorded first: if the process dies from here on, the report is not sent again.
  if (!(await startDelivery(db, delivery, clock.now()))) return false
  let rejected: string[]
  try {
    rejected = (await sendEmail(context, mail)).rejected
  } catch (error) {
    if (!isUnknownMailOutcome(error)) return failed(error)
    const problem = `${messageOf(error)} Ask the client, and send it again if it is missing.`.slice(0, 500)
    log.warn({ client: clientId, reason: problem }, 'it is unknown whether a scheduled report arrived')
    await recordUnknown(db, delivery, problem, clock.now())
    return false
  }
  const problem = rejected.length > 0 ? `The mail server refused ${rejected.join(', ')}.` : null
  await recordSent(db, delivery, problem, clock.now())
  return true
}
