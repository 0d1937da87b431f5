import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { Cost, CostId } from '../cost.ts'
import { requireCost } from '../cost-store.ts'
import { toCost } from '../describe-cost.ts'
import { viewOf } from '../view.ts'

export const getCost = operation({
  name: 'get-cost',
  summary: 'Read one cost with its targets and its next renewal.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({ id: CostId }),
  output: Cost,
}).does(async ({ id }, context) => toCost(await requireCost(context, id), viewOf(context)))
