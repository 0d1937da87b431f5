import { z } from 'zod'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { planOnSite, requireDeleteScope } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { ModeratedComment } from '../comment.ts'
import { commentActions, moderate } from '../moderate.ts'

export const moderateComment = operation({
  name: 'moderate-comment',
  summary:
    'Approve, unapprove, mark as spam or not, trash, restore or delete a comment. Deleting needs the delete scope.',
  effect: 'change',
  idempotent: true,
  permission: 'comments.manage',
  requires: 'comments',
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    comment_id: z.int().min(1),
    action: z.enum(commentActions).describe('unspam and restore return to the earlier status; delete is permanent.'),
  }),
  output: ModeratedComment.extend({ site_id: z.int(), site_url: z.string() }),
})
  .plans(async ({ site_id_or_domain, comment_id, action }, context) => {
    if (action === 'delete') requireDeleteScope(context.actor, 'comments')
    return planOnSite(context, site_id_or_domain, [{ comment_id, action }])
  })
  .does(async ({ site_id_or_domain, comment_id, action }, context) => {
    if (action === 'delete') requireDeleteScope(context.actor, 'comments')
    const { site, outcomes } = await moderate(context, site_id_or_domain, [comment_id], action)
    const outcome = present(outcomes.get(comment_id), 'the outcome of the comment')
    if (outcome instanceof ServiceError) throw outcome
    return { ...outcome, site_id: site.id, site_url: site.url }
  })
