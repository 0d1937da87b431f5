import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { present } from '../../../platform/present.ts'
import { SiteBrief } from '../../sites/index.ts'
import { CostId } from '../cost.ts'
import { requireCost } from '../cost-store.ts'
import { listSitesOfCost } from '../cost-target-store.ts'
import { figuresOf, figureToNumber, shareOfSite } from '../cost-totals.ts'
import { listCoverage, listSiteIndexes } from '../coverage-store.ts'
import { viewOf } from '../view.ts'

export const getCostSites = operation({
  name: 'get-cost-sites',
  summary:
    'List the sites of a cost: its own, those with its tags and those of its clients, each once, with its share.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({ id: CostId, page, per_page: perPage(20, 100) }),
  output: z.object({
    id: z.int(),
    name: z.string(),
    sites: z.array(SiteBrief.extend({ share: z.number().describe('The part of the price that the site pays.') })),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ id, page, per_page }, context) => {
  const cost = await requireCost(context, id)
  const { db, actor } = context
  const { rows, total } = await listSitesOfCost(db, { costId: id, limits: actor.limits, page, perPage: per_page })
  const { groups } = present((await listCoverage(db, [id], actor)).get(id), 'the coverage of a cost')
  const indexes = await listSiteIndexes(db, id)
  const whole = figuresOf(cost, viewOf(context))
  const sites = rows.map((site) => {
    const index = indexes.get(site.id) ?? 0
    return { ...site, share: figureToNumber(shareOfSite(whole, groups, { clientId: site.client_id, index }).price) }
  })
  return { id, name: cost.name, sites, page, per_page, total }
})
