import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { planOnSite } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import type { ContentKind } from '../content-kind.ts'
import { createContent } from '../create-content.ts'
import { requirePublicImages } from '../images.ts'
import { createdFields, requireDate } from '../post-input.ts'

export const defineCreatePost = (kind: ContentKind) =>
  operation({
    name: `create-${kind.noun}`,
    summary: `Create a ${kind.noun} on a site; a draft by default.`,
    effect: 'change',
    permission: 'posts.manage',
    input: z.strictObject({ site_id_or_domain: SiteRef, ...createdFields, post_type: kind.type }),
    output: z.object({
      post_id: z.int(),
      post_title: z.string(),
      post_status: z.string(),
      link: z.string(),
      site_id: z.int(),
      site_url: z.string(),
    }),
    subject: ({ site_id_or_domain, post_title }) => JSON.stringify({ site_id_or_domain, post_title }).slice(0, 500),
  })
    .plans(async ({ site_id_or_domain, post_type, ...input }, context) => {
      requireDate(input)
      await requirePublicImages(context, input)
      const { post_title, post_status } = input
      return planOnSite(context, site_id_or_domain, [{ post_type, post_title, post_status, action: 'create' }])
    })
    .does(async ({ site_id_or_domain, post_type, ...input }, context) => {
      requireDate(input)
      await requirePublicImages(context, input)
      return createContent(context, site_id_or_domain, post_type, input)
    })
