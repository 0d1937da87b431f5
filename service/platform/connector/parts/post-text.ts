import { ConnectorError } from '../errors.ts'
import { maxLength } from '../reading/limits.ts'
import { verbatim, webAddress } from '../reading/text.ts'
import { sqlTime, toSql } from '../reading/times.ts'
import { asMap, idOf, isMap, keyword, readBoolean, type WireMap } from '../reading/values.ts'
import { roleNamesOf } from '../snapshot/people.ts'
import { base64, base64Json, doubleBackslashes, type FormFields } from '../wire/form.ts'
import {
  type CustomFields,
  customFields,
  type GalleryImage,
  galleryFields,
  readCustom,
  readGallery,
} from './post-parts.ts'

/** `post`, `page`, or a type of a plugin, such as `product`. */
export type PostType = string

export interface PostDraft {
  type: PostType
  title: string
  content: string
  status: 'publish' | 'draft' | 'pending' | 'future' | 'private'
  excerpt?: string
  slug?: string
  /** For status `future`. */
  publishAt?: Date
  /** The same in the site's local time, `YYYY-MM-DD HH:MM:SS`. */
  date?: string
  tags?: readonly string[]
  /** Names; created on the site if missing. */
  categories?: readonly string[]
  /** Web address of an image that the site downloads. */
  featuredImage?: string
  commentsOpen?: boolean
  pingsOpen?: boolean
  /** Password for readers. */
  password?: string
  sticky?: boolean
  custom?: CustomFields
  /** Images that the site downloads; the text refers to them with `[gallery ids="…"]`. */
  gallery?: readonly GalleryImage[]
  /** Login name of the author. */
  author?: string
}

/** A post for editing. Its text is markup of the site's authors: never show it unescaped. */
export interface PostText {
  id: number
  title: string
  content: string
  excerpt: string
  slug: string
  status: string
  type: string
  tags: string[]
  categories: string[]
  sticky: boolean
  commentsOpen: boolean
  pingsOpen: boolean
  password: string
  /** In the site's local time, `YYYY-MM-DD HH:MM:SS`; empty if it has none. */
  date: string
  /** The same in UTC; empty if never published. */
  dateGmt: string
  featuredImage: string
  custom: CustomFields
  gallery: GalleryImage[]
}

/**
 * The fields of `newpost`; with an id it rewrites that post. WordPress removes one backslash of each pair; tags are decoded
 * once more than the rest.
 */
export function draftFields(draft: PostDraft, id?: number): FormFields {
  const text = doubleBackslashes
  const post = {
    ...(id !== undefined && { ID: id }),
    post_title: text(draft.title),
    post_content: text(draft.content),
    post_excerpt: text(draft.excerpt ?? ''),
    post_status: draft.status,
    post_type: draft.type,
    post_name: draft.slug ?? '',
    ...dates(draft, id !== undefined),
    ...(draft.commentsOpen !== undefined && { comment_status: openOrClosed(draft.commentsOpen) }),
    ...(draft.pingsOpen !== undefined && { ping_status: openOrClosed(draft.pingsOpen) }),
    ...(draft.password !== undefined && { post_password: text(draft.password) }),
    post_tags: encodeURIComponent((draft.tags ?? []).join(',').toWellFormed()),
    ...(draft.author && { custom_post_author: draft.author }),
  }
  return {
    new_post: base64Json(post),
    post_custom: base64Json({ ...customFields(draft.custom), ...(draft.sticky && { _sticky: [base64('sticky')] }) }),
    post_category: base64((draft.categories ?? []).join(',')),
    post_featured_image: draft.featuredImage && base64(draft.featuredImage),
    post_gallery_images: draft.gallery && base64Json(galleryFields(draft.gallery)),
  }
}

// At creation WordPress ignores a local date without the UTC date. In an edit it derives an empty one from the
// other, and uses the dates of a draft only with edit_date.
function dates({ date, publishAt }: PostDraft, edits: boolean): FormFields {
  if (!date && !publishAt) return {}
  const inUtc = publishAt && toSql(publishAt)
  if (edits) return { post_date: date ?? '', post_date_gmt: inUtc ?? '', edit_date: 1 }
  return inUtc ? { post_date: date, post_date_gmt: inUtc } : {}
}

/** Whether a new post has a date that creation ignores. */
export type DatedDraft = PostDraft & { date: string }

export const isDatedByLocalClock = (draft: PostDraft): draft is DatedDraft => Boolean(draft.date) && !draft.publishAt

export const openOrClosed = (open: boolean) => (open ? 'open' : 'closed')

export interface CreatedPost {
  id: number
  status: string
  link: string
}

export function readCreated(reply: WireMap): CreatedPost {
  const id = idOf(reply.added_id)
  if (!readBoolean(reply.added) || id === null) {
    throw new ConnectorError('svc_site_error', 'The site did not create the post and gave no reason.', {
      effect: 'possible',
      reason: 'not_done',
    })
  }
  const data = asMap(asMap(reply.other_data).new_post_data)
  return { id, status: keyword(data.new_status), link: webAddress(reply.link) }
}

/** Everything in the answer to `get_edit` is base64, most of it with JSON inside. */
export function readPostText(raw: WireMap, id: number): PostText | undefined {
  const post = innerMap(raw.new_post)
  if (!post) return undefined
  const image = decoded(raw.post_featured_image)
  return {
    id,
    title: withBareAmpersands(verbatim(post.post_title, maxLength.body)),
    content: verbatim(post.post_content, maxLength.body),
    excerpt: withBareAmpersands(verbatim(post.post_excerpt, maxLength.body)),
    slug: verbatim(post.post_name, maxLength.name),
    status: keyword(post.post_status),
    type: keyword(post.post_type),
    tags: roleNamesOf(post.post_tags),
    categories: roleNamesOf(decoded(raw.post_category)),
    sticky: readBoolean(post.is_sticky),
    commentsOpen: post.comment_status === 'open',
    pingsOpen: post.ping_status === 'open',
    password: verbatim(post.post_password, maxLength.name),
    date: sqlTime(post.post_date),
    dateGmt: sqlTime(post.post_date_gmt),
    featuredImage: webAddress(image),
    custom: readCustom(innerMap(raw.post_custom)),
    gallery: readGallery(innerJson(raw.post_gallery_images)),
  }
}

// The site writes a single & of a new title or excerpt as &amp;. One that escapes an entity must stay.
function withBareAmpersands(text: string): string {
  return text.replace(/&amp;(?!#?\w+;)/g, '&')
}

function decoded(value: unknown): string {
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : ''
}

function innerJson(value: unknown): unknown {
  try {
    return JSON.parse(decoded(value))
  } catch {
    return undefined
  }
}

function innerMap(value: unknown): WireMap | undefined {
  const parsed = innerJson(value)
  return isMap(parsed) ? parsed : undefined
}
