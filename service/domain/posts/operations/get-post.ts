import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { onSite } from '../../content/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { readPost } from '../edit-content.ts'
import type { Kind } from '../kind.ts'
import { PostDetail, toDetail } from '../post.ts'

export const getting = (kind: Kind) =>
  operation({
    name: `get-${kind.noun}`,
    summary: `Read one ${kind.noun} of a site with its text. The site shows us as the one who edits it for a few minutes.`,
    effect: 'read',
    permission: 'posts.read',
    input: z.strictObject({ site_id_or_domain: SiteRef, post_id: z.int().min(1), post_type: kind.type }),
    output: PostDetail,
  }).does(({ site_id_or_domain, post_id, post_type }, context) =>
    onSite(context, site_id_or_domain, async (child, site) =>
      toDetail(await readPost(context, child, site, { id: post_id, type: post_type }), site),
    ),
  )
