import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { monitoringDefaults } from '../../settings/index.ts'
import { deleteBefore } from '../roll-up-store.ts'

const dayMs = 86_400_000
/** Checks are shown for 30 days; daily figures for the configured retention. */
const daysOfBeats = 31

export const forgetOldHeartbeats = operation({
  name: 'forget-old-heartbeats',
  summary: 'Delete checks of uptime monitors after a month, daily figures and incidents after the retention time.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ beat_days: z.int(), days: z.int(), incidents: z.int() }),
})
  .plans(async (_input, { settings }) => ({
    would_affect: [],
    warnings: [`Data older than ${monitoringDefaults(settings).retentionDays} days would be deleted.`],
  }))
  .does(async (_input, { db, clock, settings }) => {
    const { retentionDays } = monitoringDefaults(settings)
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
    return deleteBefore(db, daysAgo(Math.min(daysOfBeats, retentionDays)), daysAgo(retentionDays))
  })
