import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { idList, page, paged, perPage, search } from '../../../operation/shapes.ts'
import { TagListEntry, toListedTag } from '../tag.ts'
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
    include_sites_ids: z.boolean().default(false).describe('Each tag with the ids of its sites.'),
  }),
  output: paged(TagListEntry),
}).does(async ({ page, per_page, orderby, order, include_sites_ids: withSites, ...rest }, { db, actor }) => {
  const filter = { ...rest, limits: actor.limits }
  const cut = { page, perPage: per_page, orderBy: orderby, order }
  const { rows, total } = await listTagRows(db, filter, cut, { withSites })
  return { items: rows.map(toListedTag), page, per_page, total }
})
