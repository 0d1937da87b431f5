import { z } from 'zod'
import { confirmationRequired } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { planOnSite, requireDeleteScope } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { ChangedPost, changeStatus, statusChanges } from '../change-status.ts'
import type { ContentKind } from '../content-kind.ts'

export const defineUpdatePostStatus = (kind: ContentKind) =>
  operation({
    name: `update-${kind.noun}-status`,
    summary: `Change the status of a ${kind.noun} of a site: publish, unpublish, approve, draft, pending, private, trash, restore or delete. Deleting needs confirm and the delete scope.`,
    effect: 'change',
    idempotent: true,
    permission: 'posts.manage',
    input: z.strictObject({
      site_id_or_domain: SiteRef,
      post_id: z.int().min(1),
      status: z.enum(statusChanges).describe('restore makes it a draft; delete is permanent, without the trash.'),
      confirm: z.boolean().optional().describe('Must be true for delete.'),
      post_type: kind.type,
    }),
    output: ChangedPost,
    subject: ({ site_id_or_domain, post_id, status }) => JSON.stringify({ site_id_or_domain, post_id, status }),
  })
    .plans(async ({ site_id_or_domain, post_id, status, post_type }, context) => {
      if (status === 'delete') requireDeleteScope(context.actor, kind.plural)
      return planOnSite(context, site_id_or_domain, [{ post_id, post_type, action: status }])
    })
    .does(async ({ site_id_or_domain, post_id, status, confirm = false, post_type }, context) => {
      if (status === 'delete') requireDeleteScope(context.actor, kind.plural)
      if (status === 'delete' && !confirm) throw confirmationRequired(`Deleting a ${kind.noun}`)
      return changeStatus(context, site_id_or_domain, { id: post_id, type: post_type }, status)
    })
