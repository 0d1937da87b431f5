import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isEmptyInput } from '../../../operation/shapes.ts'
import { Cost, CostId } from '../cost.ts'
import { CostInput } from '../cost-input.ts'
import { requireCost } from '../cost-store.ts'
import { toCost } from '../describe-cost.ts'
import { viewOf } from '../view.ts'
import { editCost, requireTargets, requireValidCost } from '../write-costs.ts'

export const updateCost = operation({
  name: 'update-cost',
  summary: 'Change a cost: omitted fields stay, null or "" clears; sites, groups and clients each replace their kind.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'costs.manage',
  requires: 'cost-tracker',
  input: z.strictObject({ id: CostId, ...CostInput.shape }),
  output: Cost,
})
  .plans(async ({ id, ...input }, context) => {
    const { db, actor } = context
    const { name } = await requireCost(context, id)
    await requireValidCost(db, { input, before: await requireTargets(db, id) }, { limits: actor.limits })
    return { id, name, would_affect: isEmptyInput(input) ? [] : [{ id, name }] }
  })
  .does(async ({ id, ...input }, context) => {
    await requireCost(context, id)
    await editCost(context, id, input)
    return toCost(await requireCost(context, id), viewOf(context))
  })
