import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { rollUp, rollUpBefore } from '../roll-up.ts'

export const rollUpHeartbeats = operation({
  name: 'roll-up-heartbeats',
  summary: 'Merge past hours of uptime monitors into days, which need much less space.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ days: z.int() }),
})
  .plans(async (_input, { clock }) => ({
    would_affect: [],
    warnings: [`Hours before ${rollUpBefore(clock.now()).toISOString()} would become days.`],
  }))
  .does(async (_input, { db, clock }) => ({ days: await rollUp(db, clock.now()) }))
