import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { SiteBrief } from '../../sites/index.ts'
import { TagId } from '../tag.ts'
import { listTaggedSites, requireTag } from '../tag-store.ts'

export const getTagSites = operation({
  name: 'get-tag-sites',
  ability: 'svc/get-tag-sites-v1',
  category: 'svc-tags',
  summary: 'List the sites with a tag.',
  effect: 'read',
  permission: 'tags.read',
  input: z.strictObject({ tag_id: TagId, page, per_page: perPage(20, 100) }),
  output: z.object({
    tag_id: z.int(),
    tag_name: z.string(),
    sites: z.array(SiteBrief),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ tag_id, page, per_page }, context) => {
  const { db, actor } = context
  const tag = await requireTag(context, tag_id)
  const sites = await listTaggedSites(db, { tagId: tag_id, limits: actor.limits, page, perPage: per_page })
  return { tag_id, tag_name: tag.name, sites, page, per_page, total: tag.sites_count }
})
