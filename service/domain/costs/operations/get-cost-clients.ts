import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { ClientStatus } from '../../clients/index.ts'
import { CostId } from '../cost.ts'
import { requireCost } from '../cost-store.ts'
import { listClientsOfCost } from '../cost-target-store.ts'

export const getCostClients = operation({
  name: 'get-cost-clients',
  summary: 'List the clients of a cost and of its sites.',
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
      }),
    ),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ id, page, per_page }, context) => {
  const { name } = await requireCost(context, id)
  const query = { costId: id, limits: context.actor.limits, page, perPage: per_page }
  const { rows, total } = await listClientsOfCost(context.db, query)
  const clients = rows.map(({ email, ...client }) => ({ ...client, client_email: email }))
  return { id, name, clients, page, per_page, total }
})
