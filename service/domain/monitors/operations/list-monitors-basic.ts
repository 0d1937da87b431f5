import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { paged } from '../../../operation/shapes.ts'
import { briefMonitor } from '../describe-monitor.ts'
import { filterOf, listFields } from '../list-input.ts'
import { MonitorBrief } from '../monitor.ts'
import { countMonitorRows, listMonitorRows } from '../monitor-list-store.ts'

export const listMonitorsBasic = operation({
  name: 'list-monitors-basic',
  summary: 'List uptime monitors with their status only.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject(listFields),
  output: paged(MonitorBrief),
}).does(async ({ page, per_page, orderby, order, ...rest }, context) => {
  const { db } = context
  const filter = filterOf(rest, context)
  const [rows, total] = await Promise.all([
    listMonitorRows(db, filter, { page, perPage: per_page, orderBy: orderby, order }),
    countMonitorRows(db, filter),
  ])
  return { items: rows.map(briefMonitor), page, per_page, total }
})
