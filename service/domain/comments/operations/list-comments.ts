import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { askSites, dateRange, selectForReading, siteSelectors } from '../../content/index.ts'
import { SiteError } from '../../sites/index.ts'
import { Comment, commentFilter } from '../comment.ts'
import { readComments, readFilter } from '../read-comments.ts'

export const listComments = operation({
  name: 'list-comments',
  summary:
    'Ask the selected sites, or all, for their comments. Sites that do not answer within 25 seconds stand in errors.',
  effect: 'read',
  permission: 'comments.read',
  requires: 'comments',
  input: z.strictObject({ ...siteSelectors, ...commentFilter, ...dateRange }),
  output: z.object({
    by_site: z.record(z.string(), z.array(Comment)).describe('By the address of the site.'),
    errors: z.array(SiteError),
    total: z.int(),
  }),
}).does(async ({ websites, groups, clients, ...wanted }, context) => {
  const filter = readFilter(wanted)
  const selection = await selectForReading(context, { websites, groups, clients })
  const { bySite, errors, total } = await askSites(context, selection, (child, site, how) =>
    readComments(context, child, site, filter, how),
  )
  return { by_site: bySite, errors, total }
})
