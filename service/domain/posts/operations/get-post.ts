import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { callSite } from '../../site-calls/index.ts'
import { SiteRef } from '../../sites/index.ts'
import type { ContentKind } from '../content-kind.ts'
import { PostDetail, toPostDetail } from '../post.ts'
import { readPost } from '../read-post.ts'

export const defineGetPost = (kind: ContentKind) =>
  operation({
    name: `get-${kind.noun}`,
    summary: `Read one ${kind.noun} of a site with its text. The site shows it as being edited for a few minutes.`,
    effect: 'read',
    permission: 'posts.read',
    input: z.strictObject({ site_id_or_domain: SiteRef, post_id: z.int().min(1), post_type: kind.type }),
    output: PostDetail,
  }).does(({ site_id_or_domain, post_id, post_type }, context) =>
    callSite(context, site_id_or_domain, async (child, site) =>
      toPostDetail(await readPost(context, child, site, { id: post_id, type: post_type }), site),
    ),
  )
