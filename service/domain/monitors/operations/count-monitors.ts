import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { filterFields, filterOf } from '../list-input.ts'
import { countMonitorRows } from '../monitor-list-store.ts'

export const countMonitors = operation({
  name: 'count-monitors',
  summary: 'Count uptime monitors, optionally by status.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject(filterFields),
  output: z.object({ total: z.int() }),
}).does(async (input, context) => ({ total: await countMonitorRows(context.db, filterOf(input, context)) }))
