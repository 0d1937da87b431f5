import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { chooseTagged, planTagging, tagsIn } from '../choose-tagged.ts'
import { SiteError } from '../many-sites.ts'
import { requireReferences } from '../reference-store.ts'
import { SiteRefs } from '../site.ts'
import { putTags, takeTags } from '../site-tag-store.ts'
import { TableFilter } from '../table-filter.ts'

const listed = 1_000

const TagIds = z.array(z.int().min(1)).max(100).default([])

export const tagSites = operation({
  name: 'tag-sites',
  summary: 'Put tags on many sites at once, take others from them, or both.',
  effect: 'change',
  idempotent: true,
  permission: 'sites.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]),
    filter: TableFilter.optional().describe(
      'Instead of naming them: all sites that the table shows under this filter.',
    ),
    exclude: SiteRefs.default([]),
    add: TagIds.describe('Ids of tags to put on the sites.'),
    remove: TagIds.describe('Ids of tags to take from them.'),
  }),
  output: z.object({
    tagged: z.array(z.object({ id: z.int(), url: z.string(), name: z.string() })).describe('The first thousand.'),
    errors: z.array(SiteError),
    total_tagged: z.int(),
    total_errors: z.int(),
    tags_added: z.int().describe('How many tags sites got that they did not have.'),
    tags_removed: z.int(),
  }),
  aliases: { site_ids: 'site_ids_or_domains' },
})
  .plans((input, context) => planTagging(context, input))
  .does(async (input, context) => {
    const { db, actor } = context
    const tagIds = tagsIn(input)
    const { sites, errors } = await chooseTagged(context, input)
    const ids = sites.map(({ id }) => id)
    const [tags_removed, tags_added] = await db.transaction().execute(async (trx) => {
      await requireReferences(trx, { tagIds }, { limits: actor.limits, hold: true })
      return [await takeTags(trx, ids, input.remove), await putTags(trx, ids, input.add)] as const
    })
    const tagged = sites.slice(0, listed).map(({ id, url, name }) => ({ id, url, name }))
    return { tagged, errors, total_tagged: sites.length, total_errors: errors.length, tags_added, tags_removed }
  })
