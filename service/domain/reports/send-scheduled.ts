import type { Context } from '../../operation/context.ts'
import { requireClient } from '../clients/index.ts'
import { isPermanentMailFailure } from '../notifications/index.ts'
import { beginDelivery, type DueReport, giveUpBegunBefore, noteSent, noteUnsent } from './delivery-store.ts'
import { reportOfClient } from './make-report.ts'
import { monthBefore } from './period.ts'
import { noRecipient } from './report-errors.ts'
import { deliver, prepareMail } from './report-mail.ts'
import { nextDay } from './schedule.ts'
import type { ScheduleRow } from './schedule-store.ts'

const hourMs = 3_600_000
// A mail server that says nothing is given up within a minute: who sends for longer is dead.
const longestSendingMs = hourMs / 2

const nobodyKnows =
  'The service ended while it was sending this report, so it may or may not have arrived. Ask, and send it by hand if it is missing.'

/** What somebody began to send and did not live to note is shown as such, and not sent again. */
export const giveUpLost = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  return giveUpBegunBefore(db, new Date(now.getTime() - longestSendingMs), nobodyKnows, now)
}

/** Sends the report of a schedule that is due. False: it was not sent, and the schedule says why. */
export async function sendScheduled(context: Context, due: ScheduleRow): Promise<boolean> {
  const { db, clock, log } = context
  const { client_id: clientId, next_on: dueOn } = due
  const day = new Date(`${dueOn}T00:00:00Z`)
  // About the month before the day it was due, however late it is sent.
  const period = monthBefore(day)
  const delivery: DueReport = {
    clientId,
    dueOn,
    nextOn: nextDay(due.day_of_month, day),
    period: period.start_date.slice(0, 7),
    recipients: due.recipients,
  }
  const failed = async (error: unknown) => {
    const problem = (error as Error).message
    const now = clock.now()
    const again = isPermanentMailFailure(error) ? null : new Date(now.getTime() + hourMs)
    log.warn({ client: clientId, reason: problem, again }, 'a scheduled report could not be sent')
    await noteUnsent(db, delivery, { problem, again, now })
    return false
  }
  let mail: Awaited<ReturnType<typeof prepareMail>>
  try {
    const client = await requireClient(context, clientId)
    const to = due.recipients.length > 0 ? due.recipients : client.email ? [client.email] : []
    if (to.length === 0) throw noRecipient()
    delivery.recipients = to
    mail = await prepareMail(context, await reportOfClient(context, client, period), { to })
  } catch (error) {
    return failed(error)
  }
  // Noted first: whoever dies from here on leaves a report that is never sent again.
  if (!(await beginDelivery(db, delivery, clock.now()))) return false
  let rejected: string[]
  try {
    rejected = (await deliver(context, mail)).rejected
  } catch (error) {
    return failed(error)
  }
  const problem = rejected.length > 0 ? `The mail server refuses ${rejected.join(', ')}.` : null
  await noteSent(db, delivery, problem, clock.now())
  return true
}
