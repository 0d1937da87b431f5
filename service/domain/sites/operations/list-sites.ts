import { z } from 'zod'
import { RowsAnswer } from '../../../operation/json-rows.ts'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { conditionRules } from '../condition/condition.ts'
import { toSiteDetail } from '../find-site.ts'
import { detailColumns, type SiteDetailRow } from '../lists/site-detail-store.ts'
import { listSiteBriefs, listSiteRows } from '../lists/site-list-store.ts'
import { ListedSite, SiteStatusFilter } from '../site.ts'

export const listSites = operation({
  name: 'list-sites',
  ability: 'svc/list-sites-v1',
  category: 'svc-sites',
  summary: 'List sites, filtered by status, client, tag or a part of the name or address.',
  effect: 'read',
  permission: 'sites.read',
  tool: true,
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    status: z.enum([...SiteStatusFilter.options, 'available_update']).default('any'),
    search,
    client_id: z.int().min(1).optional(),
    tag_id: z.int().min(1).optional(),
    include: idList,
    exclude: idList,
    orderby: z.enum(['url', 'name', 'id', 'last_sync', 'status']).default('url'),
    order: z.enum(['asc', 'desc']).default('asc'),
    include_details: z.boolean().default(false).describe('Each site as get-site shows it, with its stats.'),
    include_condition: z.boolean().default(false).describe('With include_details: also the condition of each site.'),
  }),
  output: paged(ListedSite),
}).does(
  async (
    { page, per_page, orderby, order, client_id, tag_id, include_details, include_condition, ...rest },
    context,
  ) => {
    const { db, actor } = context
    const filter = { ...rest, clientId: client_id, tagIds: tag_id === undefined ? [] : [tag_id], limits: actor.limits }
    const cut = { page, perPage: per_page, orderBy: orderby, order }
    if (!include_details) {
      const { rows, total } = await listSiteBriefs(db, filter, cut)
      return new RowsAnswer('items', rows, { page, per_page, total })
    }
    const rules = include_condition ? conditionRules(context) : null
    const { rows, total } = await listSiteRows<SiteDetailRow>(db, detailColumns(rules), filter, cut)
    return { items: rows.map((row) => toSiteDetail(row, { stats: true })), page, per_page, total }
  },
)
