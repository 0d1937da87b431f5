import { z } from 'zod'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { planOnSite, requireDeleteScope } from '../../site-calls/index.ts'
import { SiteError, SiteRef } from '../../sites/index.ts'
import { ModeratedComment } from '../comment.ts'
import { commentActions, moderate } from '../moderate.ts'

export const moderateComments = operation({
  name: 'moderate-comments',
  summary: 'Moderate many comments of a site. Each has its own outcome. Deleting needs the delete scope.',
  effect: 'change',
  idempotent: true,
  permission: 'comments.manage',
  requires: 'comments',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    action: z.enum(commentActions),
    comment_ids: z.array(z.int().min(1)).min(1).max(500).describe('A list, or one text with commas.'),
  }),
  output: z.object({
    comments: z.array(ModeratedComment),
    errors: z.array(SiteError),
    total_done: z.int(),
    total_errors: z.int(),
  }),
  results: ({ comments, errors }) => ({
    done: comments.filter(({ changed }) => changed).length,
    errors,
    label: ['comment updated', 'comments updated'],
  }),
})
  .plans(async ({ site_id_or_domain, comment_ids, action }, context) => {
    if (action === 'delete') requireDeleteScope(context.actor, 'comments')
    const items = [...new Set(comment_ids)].map((comment_id) => ({ comment_id, action }))
    return planOnSite(context, site_id_or_domain, items)
  })
  .does(async ({ site_id_or_domain, comment_ids, action }, context) => {
    if (action === 'delete') requireDeleteScope(context.actor, 'comments')
    const { site, outcomes } = await moderate(context, site_id_or_domain, comment_ids, action)
    const comments: ModeratedComment[] = []
    const errors: SiteError[] = []
    for (const [id, outcome] of outcomes) {
      if (!(outcome instanceof ServiceError)) comments.push(outcome)
      else {
        const { code, message } = outcome
        errors.push({ identifier: id, site_id: site.id, site_url: site.url, code, message })
      }
    }
    return { comments, errors, total_done: comments.length, total_errors: errors.length }
  })
