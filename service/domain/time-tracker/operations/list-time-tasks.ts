import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { toTasks } from '../describe-task.ts'
import { periodAliases, periodFields } from '../filters.ts'
import { paymentStatuses, TimeTask, TimeTotals } from '../task.ts'
import { listTasks, sumTasks, type TaskFilter } from '../task-list-store.ts'
import { taskStatuses, timerStates } from '../timer.ts'
import { toTotals } from '../totals.ts'

export const listTimeTasks = operation({
  name: 'list-time-tasks',
  summary: 'List tasks with their time and price, newest first, and the totals of all matching tasks.',
  effect: 'read',
  permission: 'time-tracker.read',
  requires: 'time-tracker',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    ...periodFields,
    task_status: z.enum(['any', ...taskStatuses]).default('any'),
    payment_status: z.enum(['any', ...paymentStatuses]).default('any'),
    timer: z.enum(['any', ...timerStates]).default('any'),
    client_id_or_email: ClientRef.optional(),
    site_id_or_domain: SiteRef.optional(),
    bucket_id: z.int().min(1).optional(),
    search,
    include: idList,
    exclude: idList,
    orderby: z.enum(['date', 'id', 'title', 'updated_at']).default('date'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: paged(TimeTask).extend({ totals: TimeTotals }),
  aliases: {
    ...periodAliases,
    status: 'task_status',
    client: 'client_id_or_email',
    client_id: 'client_id_or_email',
    site: 'site_id_or_domain',
    site_id: 'site_id_or_domain',
  },
}).does(async ({ page, per_page, orderby, order, ...requested }, context) => {
  const { client_id_or_email: client, site_id_or_domain: site } = requested
  const filter: TaskFilter = {
    startDate: requested.start_date,
    endDate: requested.end_date,
    taskStatus: requested.task_status,
    paymentStatus: requested.payment_status,
    timer: requested.timer,
    clientIds: client === undefined ? undefined : [(await requireClient(context, client)).id],
    siteId: site === undefined ? undefined : (await requireSite(context, site)).id,
    bucketId: requested.bucket_id,
    search: requested.search,
    include: requested.include,
    exclude: requested.exclude,
    limits: context.actor.limits,
  }
  const now = context.clock.now()
  const rows = await listTasks(context.db, filter, { page, perPage: per_page, orderBy: orderby, order }, now)
  const totals = toTotals(await sumTasks(context.db, filter, now))
  return { items: await toTasks(context, rows), page, per_page, total: totals.tasks, totals }
})
