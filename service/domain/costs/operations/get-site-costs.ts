import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { CostEntry, totals } from '../cost.ts'
import { listCostsOfSite } from '../cost-target-store.ts'
import { sumFigures } from '../cost-totals.ts'
import { listCoverage } from '../coverage-store.ts'
import { toCostEntry } from '../describe-cost.ts'
import { shareCosts, toShareFields } from '../share-costs.ts'
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
    'List what a site costs, itself, through its tags and through its client: each cost once, with its full price and the share of the site.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ site_id: z.int(), costs: z.array(SiteCost), ...totals }),
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => {
  const { db, actor } = context
  const site = await requireSite(context, site_id_or_domain)
  const rows = await listCostsOfSite(db, site)
  const view = viewOf(context)
  const coverage = await listCoverage(
    db,
    rows.map(({ id }) => id),
    { limits: actor.limits, site },
  )
  const shares = shareCosts(rows, coverage, { siteOfClient: site.client_id }, view)
  const costs = rows.map((row) => ({
    ...toCostEntry(row, toShareFields(present(shares.get(row.id), 'a share')), view),
    via: row.via,
  }))
  const figures = [...shares.values()].map(({ figures }) => figures)
  return { site_id: site.id, costs, total: costs.length, ...sumFigures(figures, view) }
})
