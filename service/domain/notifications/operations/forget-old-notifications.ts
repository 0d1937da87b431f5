import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { monitoringDefaults } from '../../settings/index.ts'
import { deleteEventsBefore } from '../event-store.ts'

const dayMs = 86_400_000

export const forgetOldNotifications = operation({
  name: 'forget-old-notifications',
  summary: 'Delete notifications that are older than the history of monitors.',
  effect: 'destroy',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ events: z.int() }),
})
  .plans(async (_input, { settings }) => ({
    would_affect: [],
    warnings: [`Notifications older than ${monitoringDefaults(settings).retentionDays} days would be deleted.`],
  }))
  .does(async (_input, { db, clock, settings }) => {
    const age = monitoringDefaults(settings).retentionDays * dayMs
    return { events: await deleteEventsBefore(db, new Date(clock.now().getTime() - age)) }
  })
