import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { TagColor, toStoredColor } from '../../tags/index.ts'
import { ChoiceTitle, Icon, ProductType, toProductType } from '../choices/choice.ts'
import { slugForNew } from '../choices/choice-changes.ts'
import { insertChoice, requireChoice } from '../choices/choice-store.ts'

export const addProductType = operation({
  name: 'add-product-type',
  summary: 'Add a product type for costs. Its slug is made from the title and does not change.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({ title: ChoiceTitle, color: TagColor.optional(), icon: Icon.optional() }),
  output: ProductType,
})
  .plans(async ({ title }, { db }) => {
    const slug = await slugForNew(db, 'product-type', title.trim())
    return { slug, would_affect: [{ slug, title: title.trim() }] }
  })
  .does(async ({ title, color, icon }, { db, clock }) => {
    const slug = await slugForNew(db, 'product-type', title.trim())
    const appearance = { color: toStoredColor(color ?? null), icon: icon || null }
    await insertChoice(db, 'product-type', { slug, title: title.trim(), ...appearance }, clock.now())
    return toProductType(await requireChoice(db, 'product-type', slug))
  })
