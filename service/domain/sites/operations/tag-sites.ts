import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SitesTableFilter } from '../lists/sites-table.ts'
import { planTagging, SiteError, selectSitesToTag, tagsIn } from '../many-sites.ts'
import { SiteRefs } from '../site.ts'
import { addTags, removeTags, requireReferences } from '../site-reference-store.ts'

const listed = 1_000

const TagIds = z.array(z.int().min(1)).max(100).default([])

export const tagSites = operation({
  name: 'tag-sites',
  summary: 'Add tags to many sites, remove others, or both.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'sites.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]),
    filter: SitesTableFilter.optional().describe(
      'Instead of site_ids_or_domains: all sites that match this filter of the table.',
    ),
    exclude: SiteRefs.default([]),
    add: TagIds.describe('Ids of tags to add.'),
    remove: TagIds.describe('Ids of tags to remove.'),
  }),
  output: z.object({
    tagged: z.array(z.object({ id: z.int(), url: z.string(), name: z.string() })).describe('The first thousand.'),
    errors: z.array(SiteError),
    total_tagged: z.int(),
    total_errors: z.int(),
    tags_added: z.int().describe('How many tags were added to sites that did not have them.'),
    tags_removed: z.int(),
  }),
  results: ({ total_tagged, errors }) => ({ done: total_tagged, errors, label: ['site tagged', 'sites tagged'] }),
  aliases: { site_ids: 'site_ids_or_domains' },
})
  .plans((input, context) => planTagging(context, input))
  .does(async (input, context) => {
    const { db, actor } = context
    const tagIds = tagsIn(input)
    const { sites, errors } = await selectSitesToTag(context, input)
    const ids = sites.map(({ id }) => id)
    const [tags_removed, tags_added] = await db.transaction().execute(async (trx) => {
      await requireReferences(trx, { tagIds }, { limits: actor.limits, lock: true })
      return [await removeTags(trx, ids, input.remove), await addTags(trx, ids, input.add)] as const
    })
    const tagged = sites.slice(0, listed).map(({ id, url, name }) => ({ id, url, name }))
    return { tagged, errors, total_tagged: sites.length, total_errors: errors.length, tags_added, tags_removed }
  })
