import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { paged } from '../../../operation/shapes.ts'
import { describeMonitors } from '../describe-monitor.ts'
import { filterOf, listFields } from '../list-input.ts'
import { MonitorRecord } from '../monitor.ts'
import { countMonitorRows, listMonitorRows } from '../monitor-list-store.ts'

export const listMonitors = operation({
  name: 'list-monitors',
  summary: 'List uptime monitors with their figures: status, uptime, incidents and response times.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject(listFields),
  output: paged(MonitorRecord),
}).does(async ({ page, per_page, orderby, order, ...rest }, context) => {
  const { db } = context
  const filter = filterOf(rest, context)
  const [rows, total] = await Promise.all([
    listMonitorRows(db, filter, { page, perPage: per_page, orderBy: orderby, order }),
    countMonitorRows(db, filter),
  ])
  return { items: await describeMonitors(context, rows), page, per_page, total }
})
