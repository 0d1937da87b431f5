import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { takeDueSchedule } from '../schedule-store.ts'
import { giveUpLost, sendScheduled } from '../send-scheduled.ts'

const mostAtOnce = 200

export const sendDueReports = operation({
  name: 'send-due-reports',
  summary: 'Send the monthly reports whose day has come, each at most once.',
  effect: 'change',
  permission: 'reports.manage',
  requires: 'reports',
  input: z.strictObject({}),
  output: z.object({ sent: z.int(), failed: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => {
    const { db, clock } = context
    await giveUpLost(context)
    const done = { sent: 0, failed: 0 }
    for (let number = 0; number < mostAtOnce; number++) {
      const due = await takeDueSchedule(db, clock.now())
      if (!due) break
      done[(await sendScheduled(context, due)) ? 'sent' : 'failed']++
    }
    return done
  })
