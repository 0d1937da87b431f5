import { z } from 'zod'
import { isoTime, type Timestamp, timestamp } from '../../operation/shapes.ts'
import type { PostText } from '../../platform/connector/parts/post-text.ts'
import type { PostSummary } from '../../platform/connector/snapshot/content.ts'
import type { SiteRow } from '../sites/index.ts'

export const postStatuses = ['publish', 'pending', 'private', 'future', 'draft', 'trash'] as const

type SiteOfPost = Pick<SiteRow, 'id' | 'url' | 'name'>

/** A post or page in lists. */
export const PostItem = z.object({
  id: z.int(),
  title: z.string(),
  post_status: z.string(),
  status: z.string().describe('Same as post_status.'),
  post_type: z.string(),
  author: z.string(),
  author_email: z.string(),
  comment_count: z.int(),
  post_category: z.string(),
  post_tags: z.string(),
  dts: timestamp.nullable().describe('The time of the last change.'),
  website_id: z.int(),
  website_url: z.string(),
  website_name: z.string(),
})
export type PostItem = z.output<typeof PostItem>

export const toPostItem = (post: PostSummary, site: SiteOfPost): PostItem => ({
  id: post.id,
  title: post.title,
  post_status: post.status,
  status: post.status,
  post_type: post.type,
  author: post.author,
  author_email: post.authorEmail,
  comment_count: post.commentCount,
  post_category: post.categories.join(', '),
  post_tags: post.tags.join(', '),
  dts: isoTime(post.modifiedAt),
  website_id: site.id,
  website_url: site.url,
  website_name: site.name,
})

const GalleryImage = z.object({
  id: z.int(),
  src: z.string(),
  alt: z.string(),
  caption: z.string(),
  description: z.string(),
  title: z.string(),
})

/** A whole post or page. Its text is markup from the site: never show it unescaped. */
export const PostDetail = z.object({
  id: z.int(),
  post_type: z.string(),
  post_title: z.string(),
  post_content: z.string(),
  post_excerpt: z.string(),
  post_status: z.string(),
  post_name: z.string(),
  post_date: z.string().nullable().describe('In the time zone of the site.'),
  post_date_gmt: timestamp.nullable(),
  comment_status: z.enum(['open', 'closed']),
  ping_status: z.enum(['open', 'closed']),
  is_sticky: z.boolean(),
  has_password: z.boolean(),
  post_category: z.string(),
  post_tags: z.string(),
  post_custom: z.record(z.string(), z.array(z.string())),
  post_featured_image: z.string(),
  post_gallery_images: z.array(GalleryImage),
  website_id: z.int(),
  website_url: z.string(),
  website_name: z.string(),
})
export type PostDetail = z.output<typeof PostDetail>

const openOrClosed = (open: boolean) => (open ? 'open' : 'closed')

export const toPostDetail = (post: PostText, site: SiteOfPost): PostDetail => ({
  id: post.id,
  post_type: post.type,
  post_title: post.title,
  post_content: post.content,
  post_excerpt: post.excerpt,
  post_status: post.status,
  post_name: post.slug,
  post_date: post.date || null,
  // The connector accepts this time only as YYYY-MM-DD HH:MM:SS.
  post_date_gmt: post.dateGmt === '' ? null : (`${post.dateGmt.replace(' ', 'T')}Z` as Timestamp),
  comment_status: openOrClosed(post.commentsOpen),
  ping_status: openOrClosed(post.pingsOpen),
  is_sticky: post.sticky,
  // The password is never returned.
  has_password: post.password !== '',
  post_category: post.categories.join(', '),
  post_tags: post.tags.join(', '),
  // WordPress hides fields with an underscore from its own editors.
  post_custom: Object.fromEntries(
    Object.entries(post.custom).flatMap(([name, values]) => (name.startsWith('_') ? [] : [[name, [...values]]])),
  ),
  post_featured_image: post.featuredImage,
  post_gallery_images: post.gallery.map((image) => ({ alt: '', caption: '', description: '', title: '', ...image })),
  website_id: site.id,
  website_url: site.url,
  website_name: site.name,
})
