import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { idList, page, perPage, search } from '../../operation/shapes.ts'
import { monitorStatuses } from './monitor.ts'
import type { MonitorFilter } from './monitor-list-store.ts'
import { monitorRules } from './monitor-settings.ts'

/** Filters of monitor lists. */
export const filterFields = {
  status: z
    .enum(['any', ...monitorStatuses, 'stale'])
    .default('any')
    .describe('stale: up at the last check, which is older than two intervals of the monitor; up: without these.'),
  search,
  include: idList.describe('Site ids.'),
  exclude: idList.describe('Site ids.'),
}

export const listFields = {
  ...filterFields,
  page,
  per_page: perPage(20, 200),
  orderby: z.enum(['url', 'name', 'id', 'checked_at', 'status']).default('url').describe('status: down first.'),
  order: z.enum(['asc', 'desc']).default('asc'),
}

export const filterOf = (
  { status, search, include, exclude }: Omit<MonitorFilter, 'limits' | 'rules'>,
  context: Pick<Context, 'actor' | 'settings' | 'clock'>,
): MonitorFilter => ({
  status,
  search,
  include,
  exclude,
  limits: context.actor.limits,
  rules: monitorRules(context),
})
