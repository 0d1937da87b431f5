import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { Slug } from '../choices/choice.ts'
import { requireDeletable } from '../choices/choice-changes.ts'
import { countCostsWith, deleteChoice } from '../choices/choice-store.ts'

export const deleteProductType = operation({
  name: 'delete-product-type',
  summary: 'Delete an added product type. Its costs become "other".',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({ slug: Slug }),
  output: z.object({ deleted: z.literal(true), slug: z.string(), title: z.string(), costs_changed: z.int() }),
})
  .plans(async ({ slug }, { db }) => {
    const { title } = await requireDeletable(db, 'product-type', slug)
    const costs = await countCostsWith(db, 'product-type', slug)
    const warnings = costs > 0 ? [`${costs} cost(s) would become "other".`] : []
    return { slug, costs_changed: costs, would_affect: [{ slug, title }], warnings }
  })
  .does(async ({ slug }, { db, clock }) => {
    const { title } = await requireDeletable(db, 'product-type', slug)
    const costs = await db.transaction().execute((trx) => deleteChoice(trx, 'product-type', slug, clock.now()))
    return { deleted: true, slug, title, costs_changed: costs }
  })
