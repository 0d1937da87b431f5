import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { TagDetail, TagId, toTagDetail } from '../tag.ts'
import { requireTag } from '../tag-store.ts'

export const getTag = operation({
  name: 'get-tag',
  ability: 'svc/get-tag-v1',
  category: 'svc-tags',
  summary: 'Read one tag with the ids of its sites.',
  effect: 'read',
  permission: 'tags.read',
  input: z.strictObject({ tag_id: TagId }),
  output: TagDetail,
}).does(async ({ tag_id }, context) => toTagDetail(await requireTag(context, tag_id)))
