import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { TagId } from '../tag.ts'
import { tagsAreShared } from '../tag-errors.ts'
import { countTaggedSitesAndClients, deleteTagRow, lockTag, requireTag } from '../tag-store.ts'

export const deleteTag = operation({
  name: 'delete-tag',
  ability: 'svc/delete-tag-v1',
  category: 'svc-tags',
  summary: 'Delete a tag and remove it from its sites.',
  effect: 'destroy',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'tags.manage',
  stepUp: true,
  input: z.strictObject({ tag_id: TagId }),
  output: z.object({ deleted: z.literal(true), tag_id: z.int(), tag_name: z.string(), sites_affected: z.int() }),
})
  .plans(async ({ tag_id }, context) => {
    if (context.actor.limits) throw tagsAreShared()
    const { id, name } = await requireTag(context, tag_id)
    const { sites, clients } = await countTaggedSitesAndClients(context.db, id)
    return {
      tag_id: id,
      tag_name: name,
      sites_affected: sites,
      would_affect: [{ id, name, sites_count: sites, clients_count: clients }],
      warnings: sites > 0 ? [`It would be removed from ${sites} site(s).`] : [],
    }
  })
  .does(async ({ tag_id }, { db, actor }) => {
    if (actor.limits) throw tagsAreShared()
    return db.transaction().execute(async (trx) => {
      const { id, name } = await lockTag(trx, tag_id)
      const { sites } = await countTaggedSitesAndClients(trx, id)
      await deleteTagRow(trx, id)
      return { deleted: true as const, tag_id: id, tag_name: name, sites_affected: sites }
    })
  })
