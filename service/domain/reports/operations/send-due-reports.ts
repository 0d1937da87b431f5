import { z } from 'zod'
import { todayOf } from '../../../operation/configured-days.ts'
import { operation } from '../../../operation/operation.ts'
import { takeDueSchedule } from '../schedule/schedule-store.ts'
import { markLostDeliveries, sendScheduled } from '../schedule/send-scheduled.ts'

const maxPerRun = 200

export const sendDueReports = operation({
  name: 'send-due-reports',
  summary: 'Send the monthly reports that are due, each at most once.',
  effect: 'change',
  permission: 'reports.manage',
  requires: 'reports',
  input: z.strictObject({}),
  output: z.object({ sent: z.int(), failed: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => {
    const { db, clock } = context
    await markLostDeliveries(context)
    const counts = { sent: 0, failed: 0 }
    for (let number = 0; number < maxPerRun; number++) {
      const due = await takeDueSchedule(db, clock.now(), todayOf(context))
      if (!due) break
      counts[(await sendScheduled(context, due)) ? 'sent' : 'failed']++
    }
    return counts
  })
