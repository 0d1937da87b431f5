import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planOnSite } from '../../content/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { editContent } from '../edit-content.ts'
import { requirePublicImages } from '../images.ts'
import type { Kind } from '../kind.ts'
import { PostDetail } from '../post.ts'
import { nothingToChange } from '../post-errors.ts'
import { editedFields, type PostInput } from '../post-input.ts'

export const editing = (kind: Kind) =>
  operation({
    name: `edit-${kind.noun}`,
    summary: `Change a ${kind.noun} of a site: what is not named stays, its picture too. Answers it as the site then shows it.`,
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
      not_applied: z.array(z.string()).describe('Fields that the site left as they were.'),
    }),
    subject: ({ site_id_or_domain, post_id, post_type: _, ...written }) =>
      JSON.stringify({ site_id_or_domain, post_id, fields: fieldsOf(written) }),
  })
    .plans(async ({ site_id_or_domain, post_id, post_type, ...written }, context) => {
      const fields = fieldsOf(written)
      if (fields.length === 0) throw nothingToChange()
      await requirePublicImages(context, written)
      return planOnSite(context, site_id_or_domain, [{ post_id, post_type, fields, action: 'edit' }])
    })
    .does(async ({ site_id_or_domain, post_id, post_type, ...written }, context) => {
      if (fieldsOf(written).length === 0) throw nothingToChange()
      await requirePublicImages(context, written)
      return editContent(context, site_id_or_domain, { id: post_id, type: post_type }, written)
    })

const fieldsOf = (written: PostInput) =>
  Object.entries(written).flatMap(([name, value]) => (value === undefined ? [] : [name]))
