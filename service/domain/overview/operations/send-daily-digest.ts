import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { isRefusedForGood, sendMail, wallClock } from '../../settings/index.ts'
import { beginDigest, endDigest } from '../digest-store.ts'
import { writeDigest } from '../write-digest.ts'

/** In the time zone of the settings: when people begin their day. */
const hourOfDigest = 7

const outcomes = ['not-due', 'sent', 'nothing', 'failed'] as const

export const sendDailyDigest = operation({
  name: 'send-daily-digest',
  summary: 'Send the daily digest in the morning: what is down, not connected, to be renewed and to be updated.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ outcome: z.enum(outcomes) }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => ({ outcome: await send(context) }))

async function send(context: Context): Promise<(typeof outcomes)[number]> {
  const { db, clock, settings, mail, log } = context
  const { year, month, day: date, hour } = wallClock(clock.now(), settings.get('general').timezone_string)
  const isWanted = settings.get('emails/daily_digest').disable === 0 && mail.missing === null
  const day = new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
  if (hour < hourOfDigest || !isWanted || !(await beginDigest(db, day, clock.now()))) return 'not-due'
  try {
    const content = await writeDigest(context)
    const outcome = content && (await sendMail(context, { type: 'daily_digest', content }))
    // Without anybody to get it there was nothing to tell.
    const state = outcome?.sent ? 'sent' : 'nothing'
    await endDigest(db, day, { state })
    return state
  } catch (error) {
    const problem = (error as Error).message
    log.warn({ reason: problem }, 'the daily digest was not sent')
    await endDigest(db, day, { state: isRefusedForGood(error) ? 'refused' : 'failed', problem })
    return 'failed'
  }
}
