import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { search } from '../../../operation/shapes.ts'
import { dateRange, selectForReading, siteSelectors } from '../../content/index.ts'
import { SiteError } from '../../sites/index.ts'
import type { Kind } from '../kind.ts'
import { listContent, readFilter, StatusFilter, searchPlaces } from '../list-content.ts'
import { PostItem } from '../post.ts'

export const listing = (kind: Kind) =>
  operation({
    name: `list-${kind.plural}`,
    summary: `Ask the selected sites, or all, for their ${kind.plural}. Sites that do not answer within 25 seconds stand in errors.`,
    effect: 'read',
    permission: 'posts.read',
    input: z.strictObject({
      ...siteSelectors,
      search: search.describe('Words to look for, together with search_on.'),
      search_on: z.enum(searchPlaces).optional(),
      status: z.array(StatusFilter).default([]).describe('By default all but the trash.'),
      ...dateRange,
      maximum: z.int().min(1).max(200).default(50).describe('The most of one site, newest first.'),
      post_type: kind.type,
    }),
    output: z.object({
      by_site: z.record(z.string(), z.array(PostItem)).describe('By the address of the site.'),
      errors: z.array(SiteError),
      total: z.int(),
    }),
  }).does(async ({ websites, groups, clients, ...input }, context) => {
    const filter = readFilter(input)
    const selection = await selectForReading(context, { websites, groups, clients })
    const { bySite, errors, total } = await listContent(context, selection, filter)
    return { by_site: bySite, errors, total }
  })
