import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { fleetToday } from '../fleet-day.ts'
import { keepFleetDay as keep } from '../fleet-day-store.ts'

export const keepFleetDay = operation({
  name: 'keep-fleet-day',
  summary: 'Write down how many sites and waiting updates there are today, for the charts of the overview.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ day: z.string() }),
})
  .plans(async (_, context) => ({ would_affect: [await fleetToday(context)] }))
  .does(async (_, context) => {
    const today = await fleetToday(context)
    await keep(context.db, today)
    return { day: today.day }
  })
