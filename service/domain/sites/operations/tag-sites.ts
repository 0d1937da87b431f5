import { z } from 'zod'
import { invalidInput } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { chooseSites, planForSites, SiteError } from '../many-sites.ts'
import { requireReferences } from '../reference-store.ts'
import { SiteRefs } from '../site.ts'
import { putTags, takeTags } from '../site-tag-store.ts'

const TagIds = z.array(z.int().min(1)).max(100).default([])

export const tagSites = operation({
  name: 'tag-sites',
  summary: 'Put tags on many sites at once, take others from them, or both.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.min(1),
    exclude: SiteRefs.default([]),
    add: TagIds.describe('Ids of tags to put on the sites.'),
    remove: TagIds.describe('Ids of tags to take from them.'),
  }),
  output: z.object({
    tagged: z.array(z.object({ id: z.int(), url: z.string(), name: z.string() })),
    errors: z.array(SiteError),
    total_tagged: z.int(),
    total_errors: z.int(),
  }),
})
  .plans(async ({ site_ids_or_domains: refs, exclude, ...tags }, context) => {
    await requireReferences(context.db, { tagIds: tagsIn(tags) }, context.actor)
    return planForSites(context, { refs, exclude })
  })
  .does(async ({ site_ids_or_domains: refs, exclude, ...tags }, context) => {
    const { db, actor } = context
    const tagIds = tagsIn(tags)
    const { sites, errors } = await chooseSites(context, { refs, exclude })
    const ids = sites.map(({ id }) => id)
    await db.transaction().execute(async (trx) => {
      await requireReferences(trx, { tagIds }, { limits: actor.limits, hold: true })
      await takeTags(trx, ids, tags.remove)
      await putTags(trx, ids, tags.add)
    })
    const tagged = sites.map(({ id, url, name }) => ({ id, url, name }))
    return { tagged, errors, total_tagged: tagged.length, total_errors: errors.length }
  })

function tagsIn({ add, remove }: { add: number[]; remove: number[] }): number[] {
  if (add.length + remove.length === 0) throw invalidInput({ add: 'name tags to add, or tags to remove' })
  const both = add.filter((id) => remove.includes(id))
  if (both.length > 0) throw invalidInput({ remove: `and add both name the tags ${both.join(', ')}` })
  return [...add, ...remove]
}
