import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { ClientRef, requireClient } from '../../clients/index.ts'
import { CostEntry, totals } from '../cost.ts'
import { listCostsOfClient } from '../cost-target-store.ts'
import { sumFigures } from '../cost-totals.ts'
import { listCoverage } from '../coverage-store.ts'
import { toCostEntry } from '../describe-cost.ts'
import { shareCosts, toShareFields } from '../share-costs.ts'
import { viewOf } from '../view.ts'

const ClientCost = CostEntry.extend({
  site_id: z.int().nullable().describe('Set when the cost applies to exactly one site of the client.'),
  site_name: z.string().nullable(),
})

export const getClientCosts = operation({
  name: 'get-client-costs',
  ability: 'svc/get-client-costs-v1',
  category: 'svc-clients',
  summary:
    'List the costs of a client, its sites and their tags: each once, with its full price and the share of the client.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({ client_id_or_email: ClientRef }),
  output: z.object({ client_id: z.int(), client_name: z.string(), costs: z.array(ClientCost), ...totals }),
}).does(async ({ client_id_or_email }, context) => {
  const { db, actor } = context
  const client = await requireClient(context, client_id_or_email)
  const rows = await listCostsOfClient(db, client.id, actor.limits)
  const view = viewOf(context)
  const coverage = await listCoverage(
    db,
    rows.map(({ id }) => id),
    actor,
  )
  const shares = shareCosts(rows, coverage, { clientId: client.id }, view)
  const costs = rows.map((row) => ({
    ...toCostEntry(row, toShareFields(present(shares.get(row.id), 'a share')), view),
    site_id: row.site_id,
    site_name: row.site_name,
  }))
  return {
    client_id: client.id,
    client_name: client.name,
    costs,
    total: costs.length,
    ...sumFigures(
      [...shares.values()].map(({ figures }) => figures),
      view,
    ),
  }
})
