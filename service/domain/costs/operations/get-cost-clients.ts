import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { present } from '../../../platform/present.ts'
import { ClientStatus } from '../../clients/index.ts'
import { CostId, shareRules } from '../cost.ts'
import { requireCost } from '../cost-store.ts'
import { listClientsOfCost } from '../cost-target-store.ts'
import { figuresOf, figureToNumber, splitFigures } from '../cost-totals.ts'
import { listCoverage } from '../coverage-store.ts'
import { viewOf } from '../view.ts'

export const getCostClients = operation({
  name: 'get-cost-clients',
  summary: 'List the clients of a cost and of its sites, with the share of each.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({ id: CostId, page, per_page: perPage(20, 100) }),
  output: z.object({
    id: z.int(),
    name: z.string(),
    clients: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        client_email: z.string().nullable(),
        status: ClientStatus,
        sites_covered: z.int(),
        share: z.number().describe('The part of the price that the client pays.'),
      }),
    ),
    share_rule: z.enum(shareRules),
    unassigned_share: z
      .number()
      .describe('The part of the price for sites without a client. All shares add up to the price.'),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ id, page, per_page }, context) => {
  const cost = await requireCost(context, id)
  const { db, actor } = context
  const { rows, total } = await listClientsOfCost(db, { costId: id, limits: actor.limits, page, perPage: per_page })
  const { groups, rule } = present((await listCoverage(db, [id], actor)).get(id), 'the coverage of a cost')
  const shares = splitFigures(figuresOf(cost, viewOf(context)), groups)
  const shareOf = (client: number | null) => {
    const share = shares.get(client)
    return share ? figureToNumber(share.price) : 0
  }
  const clients = rows.map(({ email, ...client }) => ({ ...client, client_email: email, share: shareOf(client.id) }))
  const isVisible = groups.every(({ clientId, isVisible }) => clientId !== null || isVisible)
  const unassigned_share = isVisible ? shareOf(null) : 0
  return { id, name: cost.name, clients, share_rule: rule, unassigned_share, page, per_page, total }
})
