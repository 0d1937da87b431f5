import type { Context } from '../../operation/context.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import type { PostChanges } from '../../platform/connector/parts/post-changes.ts'
import type { PostDraft, PostText } from '../../platform/connector/parts/post-text.ts'
import type { PostRef } from '../../platform/connector/parts/posts.ts'
import { maxLength } from '../../platform/connector/reading/limits.ts'
import { recordAttempt } from '../activity/index.ts'
import { notApplied, withLockedSite } from '../site-calls/index.ts'
import type { SiteRef, SiteRow } from '../sites/index.ts'
import { fieldsNotApplied, fieldsToChange } from './compare-post.ts'
import { toGallery, withGallery } from './images.ts'
import { type PostDetail, toPostDetail } from './post.ts'
import { explainRefusal, tooLargeToRewrite } from './post-errors.ts'
import { namesOf, type PostInput, toSqlTime } from './post-input.ts'
import { findPostSummary, readPost } from './read-post.ts'

export interface EditedPost {
  post: PostDetail
  changed: boolean
  /** Fields that the site did not change. */
  not_applied: string[]
}

/** Changes only the sent fields, then reads the post back. */
export function editContent(context: Context, ref: SiteRef, post: PostRef, input: PostInput): Promise<EditedPost> {
  return withLockedSite(context, ref, async (child, site) => {
    const before = await readPost(context, child, site, post)
    const toChange = fieldsToChange(before, input)
    if (toChange.length === 0) return { post: toPostDetail(before, site), changed: false, not_applied: [] }
    const noun = post.type === 'page' ? 'page' : 'post'
    const label = `${noun === 'page' ? 'Page' : 'Post'} modified`
    const change = { type: noun, action: `edit-${noun}`, label, item: before.title || `${noun} ${post.id}` }
    return recordAttempt(context, site.id, change, async () => {
      await send(context, child, site, post, before, input).catch((error: unknown) => {
        throw explainRefusal(error, post.type, post.id, site)
      })
      const after = await readPost(context, child, site, post)
      const not_applied = fieldsNotApplied(before, input, after)
      if (not_applied.length === toChange.length) {
        throw notApplied(site, `${not_applied.join(', ')} of ${post.type} ${post.id} did not change`)
      }
      return { post: toPostDetail(after, site), changed: true, not_applied }
    })
  })
}

const needsRewriting = [
  'post_tags',
  'post_category',
  'post_featured_image',
  'post_gallery_images',
  'is_sticky',
] as const

/** Columns and custom fields can be changed alone; other fields need the whole post to be sent back as it was read. */
async function send(
  context: Context,
  child: ChildSite,
  site: SiteRow,
  post: PostRef,
  before: PostText,
  input: PostInput,
): Promise<void> {
  const { connector } = context
  const custom = input.post_custom ?? {}
  if (needsRewriting.some((field) => input[field] !== undefined)) {
    if (before.content.length >= maxLength.body - 1) throw tooLargeToRewrite(post.id, site)
    // The full post does not include its author, and a rewritten post without one becomes ours.
    const author = (await findPostSummary(context, child, post))?.author
    return connector.rewritePost(child, post, { ...rewritten(before, input), ...(author && { author }) })
  }
  const columns = columnsOf(input)
  if (Object.keys(columns).length > 0) await connector.editPost(child, post, columns)
  if (Object.keys(custom).length > 0) await connector.setCustomFields(child, post, custom)
}

function columnsOf(input: PostInput): PostChanges {
  const { post_title, post_content, post_excerpt, post_name, post_status, post_password } = input
  const { comment_status, ping_status, post_date, post_date_gmt } = input
  const columns = {
    title: post_title,
    content: post_content,
    excerpt: post_excerpt === null ? '' : post_excerpt,
    slug: post_name,
    status: post_status,
    password: post_password === null ? '' : post_password,
    commentsOpen: comment_status && comment_status === 'open',
    pingsOpen: ping_status && ping_status === 'open',
    date: post_date && toSqlTime(post_date),
    dateGmt: post_date_gmt && toSqlTime(post_date_gmt),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function rewritten(before: PostText, input: PostInput): PostDraft {
  const changes = columnsOf(input)
  const columns = { ...before, ...changes }
  // The site computes the date that is not sent from the other.
  const { date, dateGmt } = changes.date === undefined && changes.dateGmt === undefined ? datesOf(before) : changes
  const { post_tags, post_category, post_featured_image, post_gallery_images, is_sticky, post_custom = {} } = input
  const gallery = post_gallery_images ? toGallery(post_gallery_images) : before.gallery
  return {
    type: before.type,
    title: columns.title,
    content: post_gallery_images ? withGallery(columns.content, gallery) : columns.content,
    excerpt: columns.excerpt,
    slug: columns.slug,
    // A status that Flotilla does not know came from the site and is sent back unchanged.
    status: columns.status as PostDraft['status'],
    password: columns.password,
    commentsOpen: columns.commentsOpen,
    pingsOpen: columns.pingsOpen,
    ...(date && { date }),
    ...(dateGmt && { publishAt: new Date(`${dateGmt.replace(' ', 'T')}Z`) }),
    sticky: is_sticky ?? before.sticky,
    tags: post_tags === undefined ? before.tags : namesOf(post_tags),
    categories: post_category === undefined ? before.categories : namesOf(post_category),
    featuredImage: post_featured_image === undefined ? before.featuredImage : (post_featured_image ?? ''),
    custom: Object.fromEntries(Object.entries(post_custom).map(([name, value]) => [name, [value]])),
    gallery,
  }
}

// The date of a draft is the day it was created; it must not be published under that date.
const datesOf = ({ date, dateGmt }: PostText) => (dateGmt === '' ? { date: '', dateGmt: '' } : { date, dateGmt })
