import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { describeWindow, MaintenanceWindow } from '../maintenance-window.ts'
import { listWindows } from '../window-store.ts'

export const listMaintenanceWindows = operation({
  name: 'list-maintenance-windows',
  summary: 'List maintenance windows: those that take place now or in the future, or those that are over.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({
    ended: z.boolean().default(false).describe('Those that are over.'),
    page,
    per_page: perPage(20, 200),
  }),
  output: paged(MaintenanceWindow),
}).does(async ({ ended, page, per_page }, { db, actor, clock }) => {
  const filter = { limits: actor.limits, ended, now: clock.now() }
  const { rows, total } = await listWindows(db, filter, { page, perPage: per_page })
  return { items: rows.map(describeWindow), page, per_page, total }
})
