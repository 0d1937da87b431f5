import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planOnSite, requireRightToDelete } from '../../content/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { ChangedPost, changeStatus, statusChanges } from '../change-status.ts'
import type { Kind } from '../kind.ts'

export const changingStatus = (kind: Kind) =>
  operation({
    name: `update-${kind.noun}-status`,
    summary: `Publish, unpublish, approve, trash, restore or delete a ${kind.noun} of a site. Deleting needs the right to delete.`,
    effect: 'change',
    idempotent: true,
    permission: 'posts.manage',
    input: z.strictObject({
      site_id_or_domain: SiteRef,
      post_id: z.int().min(1),
      status: z.enum(statusChanges).describe('restore brings back a draft; delete is for good, past the trash.'),
      post_type: kind.type,
    }),
    output: ChangedPost,
    subject: ({ site_id_or_domain, post_id, status }) => JSON.stringify({ site_id_or_domain, post_id, status }),
  })
    .plans(async ({ site_id_or_domain, post_id, status, post_type }, context) => {
      if (status === 'delete') requireRightToDelete(context.actor, kind.plural)
      return planOnSite(context, site_id_or_domain, [{ post_id, post_type, action: status }])
    })
    .does(async ({ site_id_or_domain, post_id, status, post_type }, context) => {
      if (status === 'delete') requireRightToDelete(context.actor, kind.plural)
      return changeStatus(context, site_id_or_domain, { id: post_id, type: post_type }, status)
    })
