import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { PostFilter, PostStatus } from '../../platform/connector/parts/posts.ts'
import type { PostSummary } from '../../platform/connector/snapshot/content.ts'
import { type DateRange, readDateRange, readFromSites, type Selection, type SiteAnswers } from '../site-calls/index.ts'
import { type PostItem, postStatuses, toPostItem } from './post.ts'

export const searchFields = ['title', 'body', 'Title and Body'] as const
export const PostStatusFilter = z.enum([...postStatuses, 'any'])

export interface ListInput extends DateRange {
  search: string
  search_on?: (typeof searchFields)[number] | undefined
  status: z.output<typeof PostStatusFilter>[]
  maximum: number
  post_type: string
}

const notTrashed: PostStatus[] = ['publish', 'pending', 'private', 'future', 'draft']

/** A search without its field searches title and body; a range of days may have one end only. */
export function readPostFilter({ search, search_on, status, maximum, post_type, ...days }: ListInput): PostFilter {
  if (search === '' && search_on !== undefined)
    throw invalidInput({ search: 'is required with search_on: the text to search for' })
  const { after, before } = readDateRange(days)
  const selected = status.flatMap((one) => (one === 'any' ? notTrashed : [one]))
  return {
    type: post_type,
    statuses: selected.length === 0 ? notTrashed : [...new Set(selected)],
    limit: maximum,
    ...(search !== '' && { keyword: search }),
    ...(search_on === 'title' && { searchIn: 'title' }),
    ...(search_on === 'body' && { searchIn: 'content' }),
    ...(after && { changedAfter: after }),
    ...(before && { changedBefore: before }),
  }
}

/** Posts without a date come first. */
const newestFirst = (one: PostSummary, other: PostSummary) =>
  (other.modifiedAt?.getTime() ?? Number.MAX_SAFE_INTEGER) - (one.modifiedAt?.getTime() ?? Number.MAX_SAFE_INTEGER) ||
  other.id - one.id

export function listContent(
  context: Context,
  selection: Selection,
  filter: PostFilter,
): Promise<SiteAnswers<PostItem>> {
  const { statuses, type, limit } = filter
  return readFromSites(context, selection, async (child, site, how) => {
    const found = await context.connector.listPosts(child, filter, how)
    // Sites apply the limit per status and may send posts that were not requested.
    return found
      .filter((post) => post.type === type && statuses.some((status) => status === post.status))
      .sort(newestFirst)
      .slice(0, limit)
      .map((post) => toPostItem(post, site))
  })
}
