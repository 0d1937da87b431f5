import { operation } from '../../../operation/operation.ts'
import { Cost } from '../cost.ts'
import { NewCost } from '../cost-input.ts'
import { requireCost } from '../cost-store.ts'
import { toCost } from '../describe-cost.ts'
import { viewOf } from '../view.ts'
import { createCost, requireValidCost } from '../write-costs.ts'

export const addCost = operation({
  name: 'add-cost',
  summary: 'Add a cost for sites, tags (groups) or clients; at least one of them is required.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'costs.manage',
  requires: 'cost-tracker',
  input: NewCost,
  output: Cost,
})
  .plans(async (cost, { db, actor }) => {
    await requireValidCost(db, { input: cost, before: null }, { limits: actor.limits })
    return { would_affect: [{ name: cost.name.trim(), price: Number(cost.price) }] }
  })
  .does(async (cost, context) => {
    const id = await createCost(context, cost)
    return toCost(await requireCost(context, id), viewOf(context))
  })
