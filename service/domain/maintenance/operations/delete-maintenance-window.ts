import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireManagedWindow, WindowId } from '../maintenance-window.ts'
import { deleteFuturePeriods, endRunningPeriods } from '../period-store.ts'
import { deleteWindow } from '../window-store.ts'

export const deleteMaintenanceWindow = operation({
  name: 'delete-maintenance-window',
  summary:
    'Delete a maintenance window. Maintenance that takes place now ends; past maintenance stays out of uptime figures.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'monitors.manage',
  stepUp: false,
  input: z.strictObject({ window_id: WindowId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), title: z.string() }),
})
  .plans(async ({ window_id: id }, context) => {
    const { title } = await requireManagedWindow(context, id)
    return { id, would_affect: [{ id, title }] }
  })
  .does(async ({ window_id: id }, context) => {
    const { db, clock } = context
    const { title } = await requireManagedWindow(context, id)
    const now = clock.now()
    await db.transaction().execute(async (trx) => {
      await deleteFuturePeriods(trx, id, now)
      await endRunningPeriods(trx, id, now)
      await deleteWindow(trx, id)
    })
    return { deleted: true as const, id, title }
  })
