import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { SiteTableRow, tableOrders, toTableRow } from '../site-row.ts'
import { fetchSiteRows } from '../site-rows-store.ts'
import { tableFilterFields } from '../table-filter.ts'

export const listSitesTable = operation({
  name: 'list-sites-table',
  summary: 'List sites as a table: client, tags, waiting updates, health, uptime, versions; sorted by any of them.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({
    ...tableFilterFields,
    page,
    per_page: perPage(50, 100),
    orderby: z.enum(tableOrders).default('url').describe('client: sites without one come last.'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: paged(SiteTableRow),
}).does(async ({ page, per_page, orderby, order, ...filter }, { db, actor, settings }) => {
  const cut = { page, perPage: per_page, orderBy: orderby, order }
  const { rows, total } = await fetchSiteRows(db, filter, actor.limits, cut)
  const watchedByDefault = settings.get('monitoring').svc_uptime_monitoring_active === 1
  return { items: rows.map((row) => toTableRow(row, watchedByDefault)), page, per_page, total }
})
