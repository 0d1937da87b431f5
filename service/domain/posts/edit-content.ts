import type { Context } from '../../operation/context.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import type { PostChanges } from '../../platform/connector/parts/post-changes.ts'
import type { PostDraft, PostText } from '../../platform/connector/parts/post-text.ts'
import type { PostRef } from '../../platform/connector/parts/posts.ts'
import { longest } from '../../platform/connector/reading/limits.ts'
import { notApplied, withLockedSite } from '../content/index.ts'
import type { SiteRef, SiteRow } from '../sites/index.ts'
import { findPost } from './change-status.ts'
import { differences } from './compare-post.ts'
import { readGallery, withGallery } from './images.ts'
import { type PostDetail, toDetail } from './post.ts'
import { explainRefusal, postNotFound, tooLargeToRewrite } from './post-errors.ts'
import { namesOf, type PostInput, toSqlTime } from './post-input.ts'

export interface EditedPost {
  post: PostDetail
  changed: boolean
  /** Fields that the site left as they were. */
  not_applied: string[]
}

/** All of a post, if it is one of that type. */
export async function readPost(
  { connector }: Pick<Context, 'connector'>,
  child: ChildSite,
  site: SiteRow,
  post: PostRef,
) {
  const text = await connector.getPost(child, post).catch((error: unknown) => {
    throw explainRefusal(error, post.type, post.id, site)
  })
  if (text.type !== post.type) throw postNotFound(post.type, post.id, site)
  return text
}

/** Changes what is written and nothing else, then looks what became of it. */
export function editContent(context: Context, ref: SiteRef, post: PostRef, written: PostInput): Promise<EditedPost> {
  return withLockedSite(context, ref, async (child, site) => {
    const before = await readPost(context, child, site, post)
    const wanted = differences(before, written)
    if (wanted.length === 0) return { post: toDetail(before, site), changed: false, not_applied: [] }
    await send(context, child, site, post, before, written).catch((error: unknown) => {
      throw explainRefusal(error, post.type, post.id, site)
    })
    const after = await readPost(context, child, site, post)
    // WordPress cleans up what it gets, so a text may become another than was written; but it must have become another.
    const left = differences(before, written, after)
    const not_applied = wanted.filter((field) => left.includes(field))
    if (not_applied.length === wanted.length) {
      throw notApplied(site, `${not_applied.join(', ')} of ${post.type} ${post.id} is as it was`)
    }
    return { post: toDetail(after, site), changed: true, not_applied }
  })
}

const needsRewriting = [
  'post_tags',
  'post_category',
  'post_featured_image',
  'post_gallery_images',
  'is_sticky',
] as const

/** Columns and custom fields can be changed alone; for the rest the whole post is sent back as it was read. */
async function send(
  context: Context,
  child: ChildSite,
  site: SiteRow,
  post: PostRef,
  before: PostText,
  written: PostInput,
): Promise<void> {
  const { connector } = context
  const custom = written.post_custom ?? {}
  if (needsRewriting.some((field) => written[field] !== undefined)) {
    if (before.content.length >= longest.body - 1) throw tooLargeToRewrite(post.id, site)
    // Who wrote it is not part of what can be read for editing, and a rewritten post would become ours.
    const author = (await findPost(context, child, post))?.author
    return connector.rewritePost(child, post, { ...rewritten(before, written), ...(author && { author }) })
  }
  const columns = columnsOf(written)
  if (Object.keys(columns).length > 0) await connector.editPost(child, post, columns)
  if (Object.keys(custom).length > 0) await connector.setCustomFields(child, post, custom)
}

function columnsOf(written: PostInput): PostChanges {
  const { post_title, post_content, post_excerpt, post_name, post_status, post_password } = written
  const { comment_status, ping_status, post_date, post_date_gmt } = written
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

function rewritten(before: PostText, written: PostInput): PostDraft {
  const changes = columnsOf(written)
  const columns = { ...before, ...changes }
  // Of the two dates the one that is not given follows the other.
  const { date, dateGmt } = changes.date === undefined && changes.dateGmt === undefined ? datesOf(before) : changes
  const { post_tags, post_category, post_featured_image, post_gallery_images, is_sticky, post_custom = {} } = written
  const gallery = post_gallery_images ? readGallery(post_gallery_images) : before.gallery
  return {
    type: before.type,
    title: columns.title,
    content: post_gallery_images ? withGallery(columns.content, gallery) : columns.content,
    excerpt: columns.excerpt,
    slug: columns.slug,
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

// What was never published shows the day it was begun, and must not be published under that.
const datesOf = ({ date, dateGmt }: PostText) => (dateGmt === '' ? { date: '', dateGmt: '' } : { date, dateGmt })
