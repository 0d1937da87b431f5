import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { callSite, dateRange } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { Comment, commentFilter } from '../comment.ts'
import { fetchComments, readCommentFilter } from '../read-comments.ts'

export const listSiteComments = operation({
  name: 'list-site-comments',
  summary: 'List the comments of one site, even if it is suspended.',
  effect: 'read',
  permission: 'comments.read',
  requires: 'comments',
  input: z.strictObject({ site_id_or_domain: SiteRef, ...commentFilter, ...dateRange }),
  output: z.object({
    by_site: z.record(z.string(), z.array(Comment)).describe('By the address of the site.'),
    total: z.int(),
  }),
}).does(({ site_id_or_domain, ...input }, context) => {
  const filter = readCommentFilter(input)
  return callSite(context, site_id_or_domain, async (child, site) => {
    const comments = await fetchComments(context, child, site, filter)
    return { by_site: { [site.url]: comments }, total: comments.length }
  })
})
