import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, perPage } from '../../../operation/shapes.ts'
import { TagId } from '../tag.ts'
import { countTaggedClients, listTaggedClients, requireTag } from '../tag-store.ts'

export const getTagClients = operation({
  name: 'get-tag-clients',
  ability: 'svc/get-tag-clients-v1',
  category: 'svc-tags',
  summary: 'List the clients with tagged sites, and how many of their sites have the tag.',
  effect: 'read',
  permission: 'tags.read',
  input: z.strictObject({ tag_id: TagId, page, per_page: perPage(20, 100) }),
  output: z.object({
    tag_id: z.int(),
    tag_name: z.string(),
    clients: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        email: z.string(),
        status: z.enum(['active', 'suspended']),
        sites_with_tag: z.int(),
      }),
    ),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
  }),
}).does(async ({ tag_id, page, per_page }, context) => {
  const { db, actor } = context
  const { name } = await requireTag(context, tag_id)
  const [clients, total] = await Promise.all([
    listTaggedClients(db, { tagId: tag_id, limits: actor.limits, page, perPage: per_page }),
    countTaggedClients(db, tag_id, actor.limits),
  ])
  const shown = clients.map((client) => ({ ...client, email: client.email ?? '' }))
  return { tag_id, tag_name: name, clients: shown, page, per_page, total }
})
