import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { CostEntry, totals } from '../cost.ts'
import { listCostsOfSite } from '../cost-target-store.ts'
import { sumCosts } from '../cost-totals.ts'
import { compatEntry, toCostEntry } from '../describe-cost.ts'
import { viewOf } from '../view.ts'

const SiteCost = CostEntry.extend({
  via: z
    .array(z.enum(['site', 'tag', 'client']))
    .describe('Why it applies to this site: the site itself, one of its tags, its client.'),
})

export const getSiteCosts = operation({
  name: 'get-site-costs',
  ability: 'svc/get-site-costs-v1',
  category: 'svc-sites',
  summary:
    'List what a site costs, itself, through its tags and through its client: each cost once, at its full price.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ site_id: z.int(), costs: z.array(SiteCost), ...totals }),
  aliases: { site_id: 'site_id_or_domain' },
  compat: ({ costs }) => ({ costs: costs.map(compatEntry) }),
}).does(async ({ site_id_or_domain }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const rows = await listCostsOfSite(context.db, site)
  const view = viewOf(context)
  const costs = rows.map((row) => ({ ...toCostEntry(row, view), via: row.via }))
  return { site_id: site.id, costs, total: costs.length, ...sumCosts(rows, view) }
})
