import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { Slug } from '../choices/choice.ts'
import { requireDeletable } from '../choices/choice-changes.ts'
import { countCostsWith, deleteChoice } from '../choices/choice-store.ts'

export const deletePaymentMethod = operation({
  name: 'delete-payment-method',
  summary: 'Delete an added payment method. Its costs have no payment method then.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({ slug: Slug }),
  output: z.object({ deleted: z.literal(true), slug: z.string(), title: z.string(), costs_changed: z.int() }),
})
  .plans(async ({ slug }, { db }) => {
    const { title } = await requireDeletable(db, 'payment-method', slug)
    const costs = await countCostsWith(db, 'payment-method', slug)
    const warnings = costs > 0 ? [`${costs} cost(s) would lose their payment method.`] : []
    return { slug, costs_changed: costs, would_affect: [{ slug, title }], warnings }
  })
  .does(async ({ slug }, { db, clock }) => {
    const { title } = await requireDeletable(db, 'payment-method', slug)
    const costs = await db.transaction().execute((trx) => deleteChoice(trx, 'payment-method', slug, clock.now()))
    return { deleted: true, slug, title, costs_changed: costs }
  })
