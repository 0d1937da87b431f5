import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { readFleetToday } from '../fleet-day.ts'
import { upsertFleetDay } from '../fleet-day-store.ts'

export const keepFleetDay = operation({
  name: 'keep-fleet-day',
  summary: 'Store the number of sites and pending updates of today, for the charts of the overview.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ day: z.string() }),
})
  .plans(async (_, context) => ({ would_affect: [await readFleetToday(context)] }))
  .does(async (_, context) => {
    const today = await readFleetToday(context)
    await upsertFleetDay(context.db, today)
    return { day: today.day }
  })
