import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { SiteBrief } from '../../sites/index.ts'
import { CostId } from '../cost.ts'
import { requireCost } from '../cost-store.ts'
import { listSitesOfCost } from '../cost-target-store.ts'

export const getCostSites = operation({
  name: 'get-cost-sites',
  summary: 'List the sites of a cost: its own, those with its tags and those of its clients, each once.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({ id: CostId, page, per_page: perPage(20, 100) }),
  output: z.object({
    id: z.int(),
    name: z.string(),
    sites: z.array(SiteBrief),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ id, page, per_page }, context) => {
  const { name } = await requireCost(context, id)
  const query = { costId: id, limits: context.actor.limits, page, perPage: per_page }
  const { rows, total } = await listSitesOfCost(context.db, query)
  return { id, name, sites: rows, page, per_page, total }
})
