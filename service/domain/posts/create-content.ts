import type { Context } from '../../operation/context.ts'
import { recordAttempt } from '../activity/index.ts'
import { notApplied, withLockedSite } from '../site-calls/index.ts'
import type { SiteRef } from '../sites/index.ts'
import { toGallery, withGallery } from './images.ts'
import { type NewPost, namesOf, toSqlTime } from './post-input.ts'
import { findPostSummary } from './read-post.ts'

/** Sent once, also when the answer is lost, so that a post is never created twice. */
export function createContent(context: Context, ref: SiteRef, type: string, input: NewPost) {
  const { connector } = context
  const noun = type === 'page' ? 'page' : 'post'
  const label = `${noun === 'page' ? 'Page' : 'Post'} created`
  const change = { type: noun, action: `create-${noun}`, label, item: input.post_title }
  return withLockedSite(context, ref, (child, site) =>
    recordAttempt(context, site.id, change, async () => {
      const { post_date, post_date_gmt, post_featured_image, post_password, post_excerpt, post_name } = input
      const { comment_status, ping_status, is_sticky, post_custom = {} } = input
      const gallery = toGallery(input.post_gallery_images ?? [])
      const { id, link } = await connector.createPost(child, {
        type,
        title: input.post_title,
        content: withGallery(input.post_content, gallery),
        status: input.post_status,
        tags: namesOf(input.post_tags),
        categories: namesOf(input.post_category),
        custom: Object.fromEntries(Object.entries(post_custom).map(([name, value]) => [name, [value]])),
        ...(post_excerpt !== undefined && { excerpt: post_excerpt }),
        ...(post_name !== undefined && { slug: post_name }),
        ...(post_date !== undefined && { date: toSqlTime(post_date) }),
        ...(post_date_gmt !== undefined && { publishAt: new Date(`${toSqlTime(post_date_gmt).replace(' ', 'T')}Z`) }),
        ...(comment_status !== undefined && { commentsOpen: comment_status === 'open' }),
        ...(ping_status !== undefined && { pingsOpen: ping_status === 'open' }),
        ...(post_password !== undefined && { password: post_password }),
        ...(is_sticky !== undefined && { sticky: is_sticky }),
        ...(post_featured_image !== undefined && { featuredImage: post_featured_image }),
        ...(gallery.length > 0 && { gallery }),
      })
      const created = await findPostSummary(context, child, { id, type })
      if (!created) throw notApplied(site, `it has no ${type} ${id}`)
      const { status, title } = created
      return { post_id: id, link, post_status: status, post_title: title, site_id: site.id, site_url: site.url }
    }),
  )
}
