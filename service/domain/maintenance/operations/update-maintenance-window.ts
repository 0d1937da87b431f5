import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import {
  describeWindow,
  MaintenanceWindow,
  readTimes,
  requireManagedWindow,
  WindowId,
  windowFields,
} from '../maintenance-window.ts'
import { deleteFuturePeriods, endRunningPeriods } from '../period-store.ts'
import { storePeriods } from '../store-periods.ts'
import { updateWindow } from '../window-store.ts'

export const updateMaintenanceWindow = operation({
  name: 'update-maintenance-window',
  summary:
    'Change a maintenance window; fields that are not sent do not change. Of a weekly window, a period that has begun goes on as announced.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject({ window_id: WindowId, ...z.object(windowFields).partial().shape }),
  output: MaintenanceWindow,
})
  .plans(async ({ window_id: id, title, ...given }, context) => {
    const before = await requireManagedWindow(context, id)
    const { note: _, ...times } = given
    readTimes(times, context, before)
    return { id, would_affect: [{ id, title: title ?? before.title }] }
  })
  .does(async ({ window_id: id, title, note, ...given }, context) => {
    const { db, clock } = context
    const before = await requireManagedWindow(context, id)
    const isMoved = Object.values(given).some((value) => value !== undefined)
    const times = isMoved ? readTimes(given, context, before) : {}
    const now = clock.now()
    await db.transaction().execute(async (trx) => {
      const changes = { title: title ?? before.title, note: note ?? before.note, ...times }
      const row = await updateWindow(trx, id, { ...changes, planned_until: now, updated_at: now })
      await deleteFuturePeriods(trx, id, now)
      // A running period of a window that takes place once moves with it.
      if (before.starts_at && row.starts_at?.getTime() !== before.starts_at.getTime())
        await endRunningPeriods(trx, id, now)
      await storePeriods(trx, row, now)
    })
    return describeWindow(await requireManagedWindow(context, id))
  })
