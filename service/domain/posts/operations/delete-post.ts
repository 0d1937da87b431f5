import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planOnSite } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { ChangedPost, changeStatus } from '../change-status.ts'
import type { ContentKind } from '../content-kind.ts'

export const defineDeletePost = (kind: ContentKind) =>
  operation({
    name: `delete-${kind.noun}`,
    summary: `Delete a ${kind.noun} of a site for good, without the trash.`,
    effect: 'destroy',
    permission: 'posts.manage',
    stepUp: true,
    input: z.strictObject({ site_id_or_domain: SiteRef, post_id: z.int().min(1), post_type: kind.type }),
    output: ChangedPost,
  })
    .plans(({ site_id_or_domain, post_id, post_type }, context) =>
      planOnSite(context, site_id_or_domain, [{ post_id, post_type, action: 'delete' }]),
    )
    .does(({ site_id_or_domain, post_id, post_type }, context) =>
      changeStatus(context, site_id_or_domain, { id: post_id, type: post_type }, 'delete'),
    )
