import { json, map } from '../php/values.ts'
import type { Post } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import { gmtDate, localDate } from './post-items.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A post with everything needed to edit it elsewhere, each part in base64. */
export function editablePost(post: Post, site: Site): Record<string, string> {
  const month = localDate(post).slice(0, 7).replace('-', '/')
  const uploads = `${site.siteUrl}/wp-content/uploads`
  return {
    new_post: base64(
      json({
        edit_id: String(post.id),
        is_sticky: post.sticky ? 1 : 0,
        post_title: post.title,
        post_content: post.content,
        post_status: post.status,
        post_date: localDate(post),
        post_date_gmt: gmtDate(post),
        post_tags: post.tags.join(','),
        post_name: post.name ?? '',
        post_excerpt: post.excerpt ?? '',
        comment_status: post.commentStatus ?? 'open',
        ping_status: post.pingStatus ?? 'open',
        post_type: post.type,
        post_password: post.password ?? '',
      }),
    ),
    post_custom: base64(json(map(Object.entries(post.meta ?? {})))),
    post_category: base64(post.categories.join(',')),
    post_featured_image: base64(post.featuredImage ?? '0'),
    post_gallery_images: base64('[]'),
    child_upload_dir: base64(
      json({
        path: `/var/www/html/wp-content/uploads/${month}`,
        url: `${uploads}/${month}`,
        subdir: `/${month}`,
        basedir: '/var/www/html/wp-content/uploads',
        baseurl: uploads,
        error: false,
      }),
    ),
  }
}
