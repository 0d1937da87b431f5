import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planOnSite } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import type { ContentKind } from '../content-kind.ts'
import { editContent } from '../edit-content.ts'
import { requirePublicImages } from '../images.ts'
import { PostDetail } from '../post.ts'
import { noPostChanges } from '../post-errors.ts'
import { editedFields, type PostInput } from '../post-input.ts'

export const defineEditPost = (kind: ContentKind) =>
  operation({
    name: `edit-${kind.noun}`,
    summary: `Change a ${kind.noun} of a site. Fields that are not sent do not change. Returns it as read back from the site.`,
    effect: 'change',
    idempotent: true,
    permission: 'posts.manage',
    input: z.strictObject({
      site_id_or_domain: SiteRef,
      post_id: z.int().min(1),
      ...editedFields,
      post_type: kind.type,
    }),
    output: z.object({
      post: PostDetail,
      changed: z.boolean(),
      not_applied: z.array(z.string()).describe('Fields that the site did not change.'),
    }),
    subject: ({ site_id_or_domain, post_id, post_type: _, ...input }) =>
      JSON.stringify({ site_id_or_domain, post_id, fields: fieldsOf(input) }),
  })
    .plans(async ({ site_id_or_domain, post_id, post_type, ...input }, context) => {
      const fields = fieldsOf(input)
      if (fields.length === 0) throw noPostChanges()
      await requirePublicImages(context, input)
      return planOnSite(context, site_id_or_domain, [{ post_id, post_type, fields, action: 'edit' }])
    })
    .does(async ({ site_id_or_domain, post_id, post_type, ...input }, context) => {
      if (fieldsOf(input).length === 0) throw noPostChanges()
      await requirePublicImages(context, input)
      return editContent(context, site_id_or_domain, { id: post_id, type: post_type }, input)
    })

const fieldsOf = (input: PostInput) =>
  Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]))
