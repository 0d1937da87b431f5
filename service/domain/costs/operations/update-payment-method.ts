import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ChoiceTitle, PaymentMethod, Slug, toPaymentMethod } from '../choices/choice.ts'
import { requireChangeable } from '../choices/choice-changes.ts'
import { requireChoice, updateChoice } from '../choices/choice-store.ts'

export const updatePaymentMethod = operation({
  name: 'update-payment-method',
  summary: 'Rename an added payment method. Its slug does not change.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({ slug: Slug, title: ChoiceTitle }),
  output: PaymentMethod,
})
  .plans(async ({ slug, title }, { db }) => {
    const choice = await requireChangeable(db, 'payment-method', slug, title.trim())
    return { slug, would_affect: [toPaymentMethod(choice)] }
  })
  .does(async ({ slug, title }, { db, clock }) => {
    const choice = await requireChangeable(db, 'payment-method', slug, title.trim())
    if (title.trim() !== choice.title) {
      await updateChoice(db, 'payment-method', choice, { title: title.trim() }, clock.now())
    }
    return toPaymentMethod(await requireChoice(db, 'payment-method', slug))
  })
