import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { colorOfName, TagColor, TagDetail, TagName, toStoredColor, toTagDetail } from '../tag.ts'
import { tagsAreShared } from '../tag-errors.ts'
import { insertTag, requireFreeName, requireTag } from '../tag-store.ts'

export const addTag = operation({
  name: 'add-tag',
  ability: 'svc/add-tag-v1',
  category: 'svc-tags',
  summary: 'Add a tag to group sites with.',
  effect: 'change',
  audit: 'one-transaction',
  permission: 'tags.manage',
  input: z.strictObject({ name: TagName, color: TagColor.optional() }),
  output: TagDetail,
})
  .plans(async ({ name, color = null }, { db, actor }) => {
    if (actor.limits) throw tagsAreShared()
    await requireFreeName(db, name.trim())
    return { would_affect: [{ name: name.trim(), color: toStoredColor(color) ?? colorOfName(name.trim()) }] }
  })
  .does(async ({ name, color = null }, context) => {
    if (context.actor.limits) throw tagsAreShared()
    const stored = toStoredColor(color) ?? colorOfName(name.trim())
    const id = await insertTag(context.db, name.trim(), stored, context.clock.now())
    return toTagDetail(await requireTag(context, id))
  })
