import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { dateRange, readFromSites, selectForReading, siteSelectors, toReadingResults } from '../../site-calls/index.ts'
import { SiteError } from '../../sites/index.ts'
import { Comment, commentFilter } from '../comment.ts'
import { fetchComments, readCommentFilter } from '../read-comments.ts'

export const listComments = operation({
  name: 'list-comments',
  summary:
    'List the comments of the selected sites, or of all. Sites that do not answer within 25 seconds are listed in errors.',
  effect: 'read',
  permission: 'comments.read',
  requires: 'comments',
  input: z.strictObject({ ...siteSelectors, ...commentFilter, ...dateRange }),
  output: z.object({
    by_site: z.record(z.string(), z.array(Comment)).describe('By the address of the site.'),
    errors: z.array(SiteError),
    total: z.int(),
  }),
  results: toReadingResults,
}).does(async ({ websites, groups, clients, ...input }, context) => {
  const filter = readCommentFilter(input)
  const selection = await selectForReading(context, { websites, groups, clients })
  const { bySite, errors, total } = await readFromSites(context, selection, (child, site, how) =>
    fetchComments(context, child, site, filter, how),
  )
  return { by_site: bySite, errors, total }
})
