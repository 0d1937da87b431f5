import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ChoiceTitle, PaymentMethod, toPaymentMethod } from '../choices/choice.ts'
import { slugForNew } from '../choices/choice-changes.ts'
import { insertChoice, requireChoice } from '../choices/choice-store.ts'

export const addPaymentMethod = operation({
  name: 'add-payment-method',
  summary: 'Add a payment method for costs. Its slug is made from the title and does not change.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({ title: ChoiceTitle }),
  output: PaymentMethod,
})
  .plans(async ({ title }, { db }) => {
    const slug = await slugForNew(db, 'payment-method', title.trim())
    return { slug, would_affect: [{ slug, title: title.trim() }] }
  })
  .does(async ({ title }, { db, clock }) => {
    const slug = await slugForNew(db, 'payment-method', title.trim())
    await insertChoice(db, 'payment-method', { slug, title: title.trim() }, clock.now())
    return toPaymentMethod(await requireChoice(db, 'payment-method', slug))
  })
