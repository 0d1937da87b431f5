import { z } from 'zod'
import { RowsAnswer } from '../../../operation/json-rows.ts'
import { operation } from '../../../operation/operation.ts'
import { idList, search } from '../../../operation/shapes.ts'
import { ListedSiteRecord } from '../lists/site-record.ts'
import { readSiteRecords } from '../lists/site-record-store.ts'
import { SiteStatusFilter } from '../site.ts'

export const listSiteRecords = operation({
  name: 'list-site-records',
  summary: 'List sites with everything that is known about each: facts, plugins, themes, updates and ignored updates.',
  effect: 'read',
  permission: 'sites.read',
  heavyWhen: ({ per_page, include }) => per_page === undefined && include.length === 0,
  input: z.strictObject({
    page: z.int().min(1).max(1_000_000).optional(),
    per_page: z.int().min(1).max(1_000).optional().describe('Omitted: all sites.'),
    status: z.enum([...SiteStatusFilter.options, 'available_update']).default('any'),
    search,
    client_id: z.int().min(1).optional(),
    tag_id: z.int().min(1).optional(),
    include: idList,
    exclude: idList,
    orderby: z.enum(['url', 'name', 'id', 'last_sync', 'status']).default('url'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: z.object({
    items: z.array(ListedSiteRecord),
    total: z.int(),
    page: z.int().optional(),
    per_page: z.int().optional(),
  }),
}).does(async ({ page, per_page, orderby: orderBy, order, client_id, tag_id, ...rest }, { db, actor }) => {
  const filter = { ...rest, clientId: client_id, tagIds: tag_id === undefined ? [] : [tag_id], limits: actor.limits }
  const isPaged = page !== undefined || per_page !== undefined
  const cut = isPaged ? { page: page ?? 1, per_page: per_page ?? 20 } : null
  const paging = cut && { page: cut.page, perPage: cut.per_page }
  const { rows, total } = await readSiteRecords(db, filter, { orderBy, order }, paging)
  return new RowsAnswer('items', rows, { total, ...cut })
})
