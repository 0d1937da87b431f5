import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { TagColor, toStoredColor } from '../../tags/index.ts'
import { ChoiceTitle, Icon, ProductType, Slug, toProductType } from '../choices/choice.ts'
import { requireChangeable } from '../choices/choice-changes.ts'
import { requireChoice, updateChoice } from '../choices/choice-store.ts'

export const updateProductType = operation({
  name: 'update-product-type',
  summary: 'Change a product type: omitted fields stay, null or "" restores the default. The slug does not change.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({
    slug: Slug,
    title: ChoiceTitle.optional(),
    color: TagColor.optional(),
    icon: Icon.optional(),
  }),
  output: ProductType,
})
  .plans(async ({ slug, title, color, icon }, { db }) => {
    const choice = await requireChangeable(db, 'product-type', slug, title?.trim())
    const isNothing = title === undefined && color === undefined && icon === undefined
    return { slug, would_affect: isNothing ? [] : [toProductType(choice)] }
  })
  .does(async ({ slug, title, color, icon }, { db, clock }) => {
    const choice = await requireChangeable(db, 'product-type', slug, title?.trim())
    const changes = {
      ...(title !== undefined && { title: title.trim() }),
      ...(color !== undefined && { color: toStoredColor(color) }),
      ...(icon !== undefined && { icon: icon || null }),
    }
    if (Object.keys(changes).length > 0) await updateChoice(db, 'product-type', choice, changes, clock.now())
    return toProductType(await requireChoice(db, 'product-type', slug))
  })
