import { mysqlTime, noDate } from '../php/values.ts'
import type { Post } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import { commentCounts } from './comment-items.ts'

/** PHP's timestamp of the year 0. */
const yearZero = -62_169_984_000

export const singularName = (type: string): string => (type === 'page' ? 'page' : 'post')
export const localDate = (post: Post): string => mysqlTime(post.published ?? post.created)
export const gmtDate = (post: Post): string => (post.published === null ? noDate : mysqlTime(post.published))

function when(post: Post, byPublishDate: boolean): number {
  if (post.status === 'future') return post.published ?? yearZero
  return byPublishDate && post.type !== 'page' ? (post.published ?? yearZero) : post.modified
}

export function postItem(post: Post, site: Site, counts: ReadonlyMap<number, number>, byPublishDate = false) {
  const author = site.users.find(({ id }) => id === post.authorId)
  return {
    id: post.id,
    post_type: post.type,
    status: post.status,
    title: post.title,
    comment_count: String(counts.get(post.id) ?? 0),
    dts: when(post, byPublishDate),
    author: author?.login ?? 'removed',
    authorEmail: author?.email ?? 'removed',
    categories: post.categories.join(', '),
    tags: post.tags.join(', '),
  }
}

export interface PostFilter {
  readonly matches?: (post: Post) => boolean
  readonly byPublishDate?: boolean
}

/** Newest first, at most `most` of each status; `any` excludes the trash. */
export function recentPosts(
  site: Site,
  statuses: readonly string[],
  max: number,
  type: string,
  { matches = () => true, byPublishDate = false }: PostFilter = {},
): Record<string, unknown>[] {
  const counts = commentCounts(site)
  return statuses.flatMap((status) =>
    site.posts
      .filter((post) => (status === 'any' ? post.status !== 'trash' : post.status === status))
      .filter((post) => post.type === type && matches(post))
      .sort((a, b) => (b.published ?? b.created) - (a.published ?? a.created) || b.id - a.id)
      .slice(0, max)
      .map((post) => postItem(post, site, counts, byPublishDate)),
  )
}
