import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { search } from '../../../operation/shapes.ts'
import { dateRange, selectForReading, siteSelectors, toReadingResults } from '../../site-calls/index.ts'
import { SiteError } from '../../sites/index.ts'
import type { ContentKind } from '../content-kind.ts'
import { listContent, PostStatusFilter, readPostFilter, searchFields } from '../list-content.ts'
import { PostItem } from '../post.ts'

export const defineListPosts = (kind: ContentKind) =>
  operation({
    name: `list-${kind.plural}`,
    summary: `List the ${kind.plural} of the selected sites, or of all. Sites that do not answer within 25 seconds are listed in errors.`,
    effect: 'read',
    permission: 'posts.read',
    input: z.strictObject({
      ...siteSelectors,
      search: search.describe('The text to search for.'),
      search_on: z.enum(searchFields).optional().describe('By default title and body.'),
      status: z.array(PostStatusFilter).default([]).describe('By default all except trash.'),
      ...dateRange,
      maximum: z.int().min(1).max(200).default(50).describe('Maximum per site, newest first.'),
      post_type: kind.type,
    }),
    output: z.object({
      by_site: z.record(z.string(), z.array(PostItem)).describe('By the address of the site.'),
      errors: z.array(SiteError),
      total: z.int(),
    }),
    results: toReadingResults,
  }).does(async ({ websites, groups, clients, ...input }, context) => {
    const filter = readPostFilter(input)
    const selection = await selectForReading(context, { websites, groups, clients })
    const { bySite, errors, total } = await listContent(context, selection, filter)
    return { by_site: bySite, errors, total }
  })
