import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { idList, page, perPage, search } from '../../operation/shapes.ts'
import { monitorStatuses } from './monitor.ts'
import type { MonitorFilter } from './monitor-list-store.ts'
import { globalSettings } from './monitor-settings.ts'

/** Filters of monitor lists. */
export const filterFields = {
  status: z.enum(['any', ...monitorStatuses]).default('any'),
  search,
  include: idList.describe('Site ids.'),
  exclude: idList.describe('Site ids.'),
}

export const listFields = {
  ...filterFields,
  page,
  per_page: perPage(20, 200),
  orderby: z.enum(['url', 'name', 'id', 'checked_at']).default('url'),
  order: z.enum(['asc', 'desc']).default('asc'),
}

export const filterOf = (
  { status, search, include, exclude }: Omit<MonitorFilter, 'limits' | 'activeByDefault'>,
  { actor, settings }: Pick<Context, 'actor' | 'settings'>,
): MonitorFilter => ({
  status,
  search,
  include,
  exclude,
  limits: actor.limits,
  activeByDefault: globalSettings(settings).active,
})
