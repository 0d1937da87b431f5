import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { resultStatuses, SiteResult } from '../audit.ts'
import { toResult } from '../describe-result.ts'
import { countResults, listResults } from '../result-store.ts'

export const listAuditResults = operation({
  name: 'list-audit-results',
  summary: 'List the last performance audits of all sites, for phones and desktops.',
  effect: 'read',
  permission: 'perf-audit.read',
  requires: 'perf-audit',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    status: z.enum(['any', ...resultStatuses]).default('any'),
    search,
    include: idList,
    exclude: idList,
    orderby: z.enum(['url', 'name', 'id', 'mobile', 'desktop', 'audited_at']).default('url'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: paged(SiteResult),
  aliases: { site_id: 'include', site_ids: 'include' },
}).does(async ({ page, per_page, orderby, order, ...rest }, { db, actor }) => {
  const filter = { ...rest, limits: actor.limits }
  const [rows, total] = await Promise.all([
    listResults(db, filter, { page, perPage: per_page, orderBy: orderby, order }),
    countResults(db, filter),
  ])
  return { items: rows.map(toResult), page, per_page, total }
})
