import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { monitoringDefaults } from '../../settings/index.ts'
import { forgetEventsBefore } from '../event-store.ts'

const dayMs = 86_400_000

export const forgetOldNotifications = operation({
  name: 'forget-old-notifications',
  summary: 'Forget notifications after the time that the history of monitors is kept.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ events: z.int() }),
})
  .plans(async (_input, { settings }) => ({
    would_affect: [],
    warnings: [`What is older than ${monitoringDefaults(settings).retentionDays} days would be forgotten.`],
  }))
  .does(async (_input, { db, clock, settings }) => {
    const age = monitoringDefaults(settings).retentionDays * dayMs
    return { events: await forgetEventsBefore(db, new Date(clock.now().getTime() - age)) }
  })
