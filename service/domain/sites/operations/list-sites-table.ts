import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { conditionRules } from '../condition/condition.ts'
import { SitesTableItem, sitesTableFilterFields, sitesTableOrders, toSitesTableItem } from '../lists/sites-table.ts'
import { listSitesTableRows } from '../lists/sites-table-store.ts'

export const listSitesTable = operation({
  name: 'list-sites-table',
  summary: 'List sites as a table: client, tags, pending updates, health, uptime, versions; sorted by any of them.',
  effect: 'read',
  permission: 'sites.read',
  input: z.strictObject({
    ...sitesTableFilterFields,
    page,
    per_page: perPage(50, 100),
    orderby: z.enum(sitesTableOrders).default('url').describe('client: sites without a client are last.'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: paged(SitesTableItem),
}).does(async ({ page, per_page, orderby, order, ...filter }, context) => {
  const { db, actor } = context
  const rules = conditionRules(context)
  const cut = { page, perPage: per_page, orderBy: orderby, order, rules }
  const { rows, total } = await listSitesTableRows(db, filter, actor.limits, cut)
  return { items: rows.map((row) => toSitesTableItem(row, rules.isMonitoredByDefault)), page, per_page, total }
})
