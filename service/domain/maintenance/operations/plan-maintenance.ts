import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planAheadMs } from '../plan-periods.ts'
import { storePeriods } from '../store-periods.ts'
import { lockWindowsToPlan } from '../window-store.ts'

/** Planned again when less than 13 days are left, so that most runs change nothing. */
const replanMs = planAheadMs - 86_400_000

export const planMaintenance = operation({
  name: 'plan-maintenance',
  summary: 'Store when weekly maintenance takes place in the next 14 days.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ periods: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, { db, clock }) => {
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      let periods = 0
      for (const window of await lockWindowsToPlan(trx, new Date(now.getTime() + replanMs)))
        periods += await storePeriods(trx, window, now)
      return { periods }
    })
  })
