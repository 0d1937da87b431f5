import { z } from 'zod'
import { RowsAnswer } from '../../../operation/json-rows.ts'
import { operation } from '../../../operation/operation.ts'
import { idList, search } from '../../../operation/shapes.ts'
import { basicColumns, listAllSitesAsJson, listSiteRows } from '../lists/site-list-store.ts'
import { SiteStatusFilter } from '../site.ts'

const BasicSite = z.object({ id: z.int(), url: z.string(), name: z.string() })
type BasicSite = z.output<typeof BasicSite>

export const getSitesBasic = operation({
  name: 'get-sites-basic',
  ability: 'svc/get-sites-basic-v1',
  category: 'svc-sites',
  summary: 'List id, address and name of all sites at once; in pages if page or per_page is given.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({
    page: z.int().min(1).max(1_000_000).optional(),
    per_page: z.int().min(1).max(100).optional(),
    status: SiteStatusFilter.optional(),
    client_id: z.int().min(1).optional(),
    tag_ids: z.array(z.int().min(1)).max(1_000).optional(),
    search,
    include: idList,
    exclude: idList,
    orderby: z.enum(['url', 'name', 'id', 'last_sync', 'status']).default('url'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: z.object({
    sites: z.array(BasicSite),
    total: z.int(),
    page: z.int().optional(),
    per_page: z.int().optional(),
  }),
  aliases: { tag_id: 'tag_ids' },
}).does(async ({ page, per_page, orderby: orderBy, order, client_id, tag_ids, ...rest }, { db, actor }) => {
  const filter = { ...rest, clientId: client_id, tagIds: tag_ids, limits: actor.limits }
  if (page === undefined && per_page === undefined) {
    const { rows, total } = await listAllSitesAsJson(db, filter, { orderBy, order })
    return new RowsAnswer('sites', rows, { total })
  }
  const cut = { page: page ?? 1, per_page: per_page ?? 20 }
  const paging = { page: cut.page, perPage: cut.per_page, orderBy, order }
  const { rows: sites, total } = await listSiteRows<BasicSite>(db, basicColumns, filter, paging)
  return { sites, total, ...cut }
})
