import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { listRenewing } from '../cost-store.ts'
import { figuresOf, sumFigures } from '../cost-totals.ts'
import { listClientNames, listCoverage } from '../coverage-store.ts'
import { visibleShares } from '../share-costs.ts'
import { viewOf } from '../view.ts'

const ClientShare = z.object({
  client_id: z
    .int()
    .nullable()
    .describe('Null: the unassigned share, of sites without a client and of costs that cover no site.'),
  client_name: z.string().nullable(),
  costs: z.int().describe('How many active costs the client has a share of.'),
  total_monthly: z.number(),
  total_yearly: z.number(),
})

export const listCostShares = operation({
  name: 'list-cost-shares',
  summary: 'List what each client pays of the active costs. The rows of all pages add up to the totals.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({ page, per_page: perPage(100, 1000) }),
  output: z.object({
    shares: z.array(ClientShare).describe('The largest first, the unassigned share last.'),
    currency: z.string(),
    total_monthly: z.number(),
    total_yearly: z.number(),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ page, per_page }, context) => {
  const { db, actor } = context
  const view = viewOf(context)
  const costs = await listRenewing(db, actor.limits)
  const coverage = await listCoverage(
    db,
    costs.map(({ id }) => id),
    actor,
  )
  const parts = costs.flatMap((cost) => visibleShares(figuresOf(cost, view), coverage.get(cost.id)?.groups ?? []))
  const byClient = Map.groupBy(parts, ({ clientId }) => clientId)
  const names = await listClientNames(
    db,
    [...byClient.keys()].flatMap((id) => id ?? []),
  )
  const rows = [...byClient].map(([id, shares]) => {
    const figures = shares.map(({ figures }) => figures)
    const { total_monthly, total_yearly } = sumFigures(figures, view)
    const client_name = id === null ? null : (names.get(id) ?? '')
    return { client_id: id, client_name, costs: shares.length, total_monthly, total_yearly }
  })
  rows.sort(
    (one, other) =>
      Number(one.client_id === null) - Number(other.client_id === null) ||
      other.total_yearly - one.total_yearly ||
      (one.client_id ?? 0) - (other.client_id ?? 0),
  )
  const all = parts.map(({ figures }) => figures)
  const shown = rows.slice((page - 1) * per_page, page * per_page)
  return { shares: shown, ...sumFigures(all, view), page, per_page, total: rows.length }
})
