import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { CostId } from '../cost.ts'
import { requireCost } from '../cost-store.ts'
import { deleteCostWithinLimits, requireCostsWithinLimits, requireTargets } from '../write-costs.ts'

export const deleteCost = operation({
  name: 'delete-cost',
  summary: 'Delete a cost. Its sites, tags and clients stay.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'costs.manage',
  stepUp: true,
  requires: 'cost-tracker',
  input: z.strictObject({ id: CostId }),
  output: z.object({ deleted: z.literal(true), id: z.int(), name: z.string() }),
})
  .plans(async ({ id }, context) => {
    const { name } = await requireCost(context, id)
    const before = await requireTargets(context.db, id)
    await requireCostsWithinLimits(context.db, [{ input: {}, before }], context.actor.limits)
    return { id, name, would_affect: [{ id, name }] }
  })
  .does(async ({ id }, context) => {
    const { name } = await requireCost(context, id)
    await deleteCostWithinLimits(context, id)
    return { deleted: true, id, name }
  })
