import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireManagedWindow, WindowId } from '../maintenance-window.ts'
import { endRunningPeriods } from '../period-store.ts'
import { updateWindow } from '../window-store.ts'

export const endMaintenanceWindow = operation({
  name: 'end-maintenance-window',
  summary:
    'End the maintenance that takes place now. Alerts are sent for sites that are still down. A weekly window continues with its next day.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'monitors.manage',
  input: z.strictObject({ window_id: WindowId }),
  output: z.object({ id: z.int(), ended: z.boolean().describe('Whether maintenance was taking place.') }),
})
  .plans(async ({ window_id: id }, context) => {
    const { title } = await requireManagedWindow(context, id)
    return { id, would_affect: [{ id, title }] }
  })
  .does(async ({ window_id: id }, context) => {
    const { db, clock } = context
    const { starts_at, ends_at } = await requireManagedWindow(context, id)
    const now = clock.now()
    const ended = await db.transaction().execute(async (trx) => {
      if (starts_at && ends_at && starts_at <= now && ends_at > now)
        await updateWindow(trx, id, { ends_at: now, updated_at: now })
      return endRunningPeriods(trx, id, now)
    })
    return { id, ended }
  })
