import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { monitoringDefaults } from '../../settings/index.ts'
import { forgetBefore } from '../roll-up-store.ts'

const dayMs = 86_400_000
/** A check is shown for 30 days; what a day was like, for as long as the settings say. */
const daysOfBeats = 31

export const forgetOldHeartbeats = operation({
  name: 'forget-old-heartbeats',
  summary: 'Forget checks of uptime monitors after a month, daily figures and incidents after the retention time.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ beat_days: z.int(), days: z.int(), incidents: z.int() }),
})
  .plans(async (_input, { settings }) => ({
    would_affect: [],
    warnings: [`What is older than ${monitoringDefaults(settings).retentionDays} days would be forgotten.`],
  }))
  .does(async (_input, { db, clock, settings }) => {
    const { retentionDays } = monitoringDefaults(settings)
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
    return forgetBefore(db, daysAgo(Math.min(daysOfBeats, retentionDays)), daysAgo(retentionDays))
  })
