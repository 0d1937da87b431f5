import { z } from 'zod'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { findKnownSlugs, listChoices } from '../choices/choice-store.ts'
import { Cost, costStatuses, paymentTypes } from '../cost.ts'
import { listCostRows } from '../cost-store.ts'
import { toCost } from '../describe-cost.ts'
import { viewOf } from '../view.ts'

export const listCosts = operation({
  name: 'list-costs',
  summary: 'List costs, filtered by status, category (product type), payment type or a part of the name.',
  effect: 'read',
  permission: 'costs.read',
  requires: 'cost-tracker',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    search,
    include: idList,
    exclude: idList,
    status: z.enum(['any', ...costStatuses]).default('any'),
    category: z.string().min(1).max(200).default('any').describe('A product type, or any.'),
    type: z.enum(['any', ...paymentTypes]).default('any'),
    orderby: z.enum(['id', 'name', 'price', 'last_renewal']).default('id'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: paged(Cost),
}).does(async ({ page, per_page, orderby, order, category, type, ...rest }, context) => {
  const { db, actor } = context
  if (category !== 'any' && !(await findKnownSlugs(db, 'product-type', [category])).has(category)) {
    const allowed = (await listChoices(db, 'product-type')).map(({ slug }) => slug)
    throw invalidInput({ category: `must be one of: any, ${allowed.join(', ')}` })
  }
  const filter = { ...rest, productType: category, paymentType: type, limits: actor.limits }
  const { rows, total } = await listCostRows(db, filter, { page, perPage: per_page, orderBy: orderby, order })
  const view = viewOf(context)
  return { items: rows.map((row) => toCost(row, view)), page, per_page, total }
})
