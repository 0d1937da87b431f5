import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { SiteBrief, SiteFilter } from '../site.ts'
import { countSites, listSites as listRows } from '../site-list-store.ts'

const columns = { name: 'brief', sql: 'id, url, name, status, client_id' }

export const listSites = operation({
  name: 'list-sites',
  ability: 'svc/list-sites-v1',
  category: 'svc-sites',
  summary: 'List sites, filtered by status, client, tag or a part of the name or address.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    status: SiteFilter.default('any'),
    search,
    client_id: z.int().min(1).optional(),
    tag_id: z.int().min(1).optional(),
    include: idList,
    exclude: idList,
    orderby: z.enum(['url', 'name', 'id', 'last_sync', 'status']).default('url'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: paged(SiteBrief),
}).does(async ({ page, per_page, orderby, order, client_id, tag_id, ...rest }, { db, actor }) => {
  const filter = { ...rest, clientId: client_id, tagIds: tag_id === undefined ? [] : [tag_id], limits: actor.limits }
  const [items, total] = await Promise.all([
    listRows<z.input<typeof SiteBrief>>(db, columns, filter, { page, perPage: per_page, orderBy: orderby, order }),
    countSites(db, filter),
  ])
  return { items, page, per_page, total }
})
