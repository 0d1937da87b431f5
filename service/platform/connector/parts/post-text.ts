import { ConnectorError } from '../errors.ts'
import { longest } from '../reading/limits.ts'
import { verbatim, webAddress } from '../reading/text.ts'
import { toSql } from '../reading/times.ts'
import { asMap, booleanish, idOf, isMap, type WireMap, word } from '../reading/values.ts'
import { wordsOf } from '../snapshot/people.ts'
import { base64, base64Json, doubleBackslashes, type FormFields } from '../wire/form.ts'

export interface PostDraft {
  type: 'post' | 'page'
  title: string
  content: string
  status: 'publish' | 'draft' | 'pending' | 'future' | 'private'
  excerpt?: string
  slug?: string
  /** For status `future`. */
  publishAt?: Date
  tags?: readonly string[]
  /** Names; created on the site if missing. */
  categories?: readonly string[]
  /** Web address of a picture that the site downloads. */
  featuredImage?: string
  commentsOpen?: boolean
  /** Login name of the author. */
  author?: string
}

/** A post as it can be edited. Its text is markup of the site's authors: never show it unescaped. */
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
  featuredImage: string
}

/** The fields of `newpost`. WordPress eats one backslash of each pair; tags are decoded once more than the rest. */
export function draftFields(draft: PostDraft): FormFields {
  const text = doubleBackslashes
  const post = {
    post_title: text(draft.title),
    post_content: text(draft.content),
    post_excerpt: text(draft.excerpt ?? ''),
    post_status: draft.status,
    post_type: draft.type,
    post_name: draft.slug ?? '',
    ...(draft.publishAt && { post_date_gmt: toSql(draft.publishAt) }),
    ...(draft.commentsOpen !== undefined && { comment_status: draft.commentsOpen ? 'open' : 'closed' }),
    post_tags: encodeURIComponent((draft.tags ?? []).join(',').toWellFormed()),
    ...(draft.author && { custom_post_author: draft.author }),
  }
  return {
    new_post: base64Json(post),
    post_custom: base64Json({}),
    post_category: base64((draft.categories ?? []).join(',')),
    post_featured_image: draft.featuredImage && base64(draft.featuredImage),
  }
}

export function readCreated(reply: WireMap): { id: number; status: string; link: string } {
  const id = idOf(reply.added_id)
  if (!booleanish(reply.added) || id === null) {
    throw new ConnectorError('svc_site_error', 'The site did not create the post and gave no reason.', {
      effect: 'possible',
      reason: 'not_done',
    })
  }
  const data = asMap(asMap(reply.other_data).new_post_data)
  return { id, status: word(data.new_status), link: webAddress(reply.link) }
}

/** Everything in the answer to `get_edit` is base64, most of it with JSON inside. */
export function readPostText(raw: WireMap, id: number): PostText | undefined {
  const post = innerMap(raw.new_post)
  if (!post) return undefined
  const image = decoded(raw.post_featured_image)
  return {
    id,
    title: verbatim(post.post_title, longest.body),
    content: verbatim(post.post_content, longest.body),
    excerpt: verbatim(post.post_excerpt, longest.body),
    slug: verbatim(post.post_name, longest.name),
    status: word(post.post_status),
    type: word(post.post_type),
    tags: wordsOf(post.post_tags),
    categories: wordsOf(decoded(raw.post_category)),
    sticky: booleanish(post.is_sticky),
    commentsOpen: post.comment_status === 'open',
    featuredImage: webAddress(image),
  }
}

function decoded(value: unknown): string {
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : ''
}

function innerMap(value: unknown): WireMap | undefined {
  try {
    const parsed: unknown = JSON.parse(decoded(value))
    return isMap(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
