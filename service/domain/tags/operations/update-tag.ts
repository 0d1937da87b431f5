import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { colorOfName, TagColor, TagDetail, TagId, TagName, toStoredColor, toTagBrief, toTagDetail } from '../tag.ts'
import { tagsAreShared } from '../tag-errors.ts'
import { requireFreeName, requireTag, updateTagRow } from '../tag-store.ts'

export const updateTag = operation({
  name: 'update-tag',
  ability: 'svc/update-tag-v1',
  category: 'svc-tags',
  summary: 'Change the name or colour of a tag: omitted fields stay, null or "" chooses a colour by its name.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'tags.manage',
  input: z.strictObject({ tag_id: TagId, name: TagName.optional(), color: TagColor.optional() }),
  output: TagDetail,
})
  .plans(async ({ tag_id, name, color }, context) => {
    if (context.actor.limits) throw tagsAreShared()
    const tag = await requireTag(context, tag_id)
    if (name !== undefined) await requireFreeName(context.db, name.trim(), tag_id)
    const isNothing = name === undefined && color === undefined
    return { tag_id, tag_name: tag.name, would_affect: isNothing ? [] : [toTagBrief(tag)] }
  })
  .does(async ({ tag_id, name, color }, context) => {
    if (context.actor.limits) throw tagsAreShared()
    const tag = await requireTag(context, tag_id)
    const changes = {
      ...(name !== undefined && { name: name.trim() }),
      ...(color !== undefined && { color: toStoredColor(color) ?? colorOfName(name?.trim() ?? tag.name) }),
    }
    if (Object.keys(changes).length > 0) await updateTagRow(context.db, tag_id, changes, context.clock.now())
    return toTagDetail(await requireTag(context, tag_id))
  })
