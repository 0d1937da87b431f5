import { maxItems, maxLength } from '../reading/limits.ts'
import { block, line, webAddress } from '../reading/text.ts'
import { fromUnix } from '../reading/times.ts'
import { count, idOf, keyword } from '../reading/values.ts'
import type { PartReader } from './part-reader.ts'
import { roleNamesOf } from './people.ts'

export interface PostSummary {
  id: number
  type: string
  status: string
  title: string
  /** When it was last changed; null for drafts that were never published. */
  modifiedAt: Date | null
  author: string
  authorEmail: string
  commentCount: number
  categories: string[]
  tags: string[]
}

export interface SiteComment {
  id: number
  status: CommentStatus
  author: string
  authorEmail: string
  authorUrl: string
  authorIp: string
  postId: number | null
  postTitle: string
  content: string
  writtenAt: Date | null
}

export type CommentStatus = 'approved' | 'pending' | 'spam' | 'trash'

export interface Category {
  id: number
  name: string
  slug: string
  parentId: number | null
}

export function readPosts(reader: PartReader, part: string, raw: unknown): PostSummary[] | undefined {
  return reader.items(
    part,
    raw,
    maxItems.posts,
    (item) => {
      const id = idOf(item.id)
      if (id === null) return undefined
      return {
        id,
        type: keyword(item.post_type) || 'post',
        status: keyword(item.status),
        title: line(item.title, maxLength.title),
        modifiedAt: fromUnix(item.dts, reader.now),
        author: line(item.author, maxLength.name),
        authorEmail: line(item.authorEmail, maxLength.name),
        commentCount: count(item.comment_count) ?? 0,
        categories: roleNamesOf(item.categories),
        tags: roleNamesOf(item.tags),
      }
    },
    ({ id }) => id,
  )
}

const commentStatuses: Record<string, CommentStatus> = {
  approved: 'approved',
  unapproved: 'pending',
  spam: 'spam',
  trash: 'trash',
}

export function readComments(reader: PartReader, part: string, raw: unknown): SiteComment[] | undefined {
  return reader.items(
    part,
    raw,
    maxItems.comments,
    (item) => {
      const id = idOf(item.id)
      const reported = keyword(item.status)
      const status = Object.hasOwn(commentStatuses, reported) ? commentStatuses[reported] : undefined
      if (id === null || !status) return undefined
      return {
        id,
        status,
        author: line(item.author, maxLength.name),
        authorEmail: line(item.author_email, maxLength.name),
        authorUrl: webAddress(item.author_url),
        authorIp: line(item.author_ip, 60),
        postId: idOf(item.postId),
        postTitle: line(item.postName, maxLength.title),
        content: block(item.content, maxLength.comment),
        writtenAt: fromUnix(item.dts, reader.now),
      }
    },
    ({ id }) => id,
  )
}

export function readCategories(reader: PartReader, raw: unknown): Category[] | undefined {
  return reader.items(
    'categories',
    raw,
    maxItems.categories,
    (item) => {
      const id = idOf(item.term_id)
      const name = line(item.name, maxLength.name)
      if (id === null || name === '') return undefined
      return { id, name, slug: line(item.slug, maxLength.name), parentId: idOf(item.parent) }
    },
    ({ id }) => id,
  )
}
