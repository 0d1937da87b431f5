import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { countTimeClients, listTimeClientRows } from '../client-list-store.ts'
import { periodAliases, periodFields } from '../filters.ts'
import { TimeClient, toTimeClients } from '../time-client.ts'

export const listTimeClients = operation({
  name: 'list-time-clients',
  summary: 'List clients with the totals of their work, overall or in a period.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    ...periodFields,
    with_tasks: z.boolean().default(false).describe('Only clients with tasks, in the period if given.'),
    search,
    include: idList,
    exclude: idList,
  }),
  output: paged(TimeClient),
  aliases: periodAliases,
}).does(async ({ page, per_page, with_tasks, start_date, end_date, ...rest }, context) => {
  const { db, actor } = context
  const withTasks = with_tasks ? { startDate: start_date, endDate: end_date } : null
  const filter = { ...rest, withTasks, limits: actor.limits }
  const rows = await listTimeClientRows(db, filter, { page, perPage: per_page })
  return {
    items: await toTimeClients(context, rows, { start_date, end_date }),
    page,
    per_page,
    total: await countTimeClients(db, filter),
  }
})
