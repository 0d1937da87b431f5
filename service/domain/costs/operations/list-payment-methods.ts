import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { PaymentMethod, toPaymentMethod } from '../choices/choice.ts'
import { listChoices } from '../choices/choice-store.ts'

export const listPaymentMethods = operation({
  name: 'list-payment-methods',
  summary: 'List the payment methods of costs: built-in and added ones.',
  effect: 'read',
  permission: 'costs.read',
  input: z.strictObject({}),
  output: z.object({ payment_methods: z.array(PaymentMethod), total: z.int() }),
}).does(async (_input, { db }) => {
  const choices = await listChoices(db, 'payment-method')
  return { payment_methods: choices.map(toPaymentMethod), total: choices.length }
})
