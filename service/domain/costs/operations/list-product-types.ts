import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ProductType, toProductType } from '../choices/choice.ts'
import { listChoices } from '../choices/choice-store.ts'

export const listProductTypes = operation({
  name: 'list-product-types',
  summary: 'List the product types of costs: built-in and added ones.',
  effect: 'read',
  permission: 'costs.read',
  input: z.strictObject({}),
  output: z.object({ product_types: z.array(ProductType), total: z.int() }),
}).does(async (_input, { db }) => {
  const choices = await listChoices(db, 'product-type')
  return { product_types: choices.map(toProductType), total: choices.length }
})
