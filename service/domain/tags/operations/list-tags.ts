import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { TagBrief, toTagBrief } from '../tag.ts'
import { listTagRows } from '../tag-store.ts'

export const listTags = operation({
  name: 'list-tags',
  ability: 'svc/list-tags-v1',
  category: 'svc-tags',
  summary: 'List tags with the number of their sites.',
  effect: 'read',
  permission: 'tags.read',
  input: z.strictObject({
    page,
    per_page: perPage(20, 100),
    search,
    include: idList,
    exclude: idList,
    orderby: z.enum(['name', 'id', 'created_at']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: paged(TagBrief),
}).does(async ({ page, per_page, orderby, order, ...rest }, { db, actor }) => {
  const filter = { ...rest, limits: actor.limits }
  const { rows, total } = await listTagRows(db, filter, { page, perPage: per_page, orderBy: orderby, order })
  return { items: rows.map(toTagBrief), page, per_page, total }
})
