import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { PostFilter } from '../../platform/connector/parts/posts.ts'
import type { PostSummary } from '../../platform/connector/snapshot/content.ts'
import { type Asked, askSites, type Days, readDays, type Selection } from '../content/index.ts'
import { type PostItem, type Status, statuses, toItem } from './post.ts'

export const searchPlaces = ['title', 'body', 'Title and Body'] as const
export const StatusFilter = z.enum([...statuses, 'any'])

export interface ListInput extends Days {
  search: string
  search_on?: (typeof searchPlaces)[number] | undefined
  status: z.output<typeof StatusFilter>[]
  maximum: number
  post_type: string
}

const notTrashed: Status[] = ['publish', 'pending', 'private', 'future', 'draft']

/** What is asked of every site; refuses half a search and half a range of days. */
export function readFilter({ search, search_on, status, maximum, post_type, ...days }: ListInput): PostFilter {
  const problems: Record<string, string> = {}
  if (search !== '' && search_on === undefined) problems.search_on = `is needed with search: ${searchPlaces.join(', ')}`
  if (search === '' && search_on !== undefined) problems.search = 'is needed with search_on: say what to look for'
  if (days.dtsstart === undefined && days.dtsstop !== undefined) problems.dtsstart = 'is needed with dtsstop'
  if (days.dtsstop === undefined && days.dtsstart !== undefined) problems.dtsstop = 'is needed with dtsstart'
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  const { after, before } = readDays(days)
  const wanted = status.flatMap((one) => (one === 'any' ? notTrashed : [one]))
  return {
    type: post_type,
    statuses: wanted.length === 0 ? notTrashed : [...new Set(wanted)],
    limit: maximum,
    ...(search !== '' && { keyword: search }),
    ...(search_on === 'title' && { searchIn: 'title' }),
    ...(search_on === 'body' && { searchIn: 'content' }),
    ...(after && { changedAfter: after }),
    ...(before && { changedBefore: before }),
  }
}

/** Newest first; what has no date yet, or one to come, before it. */
const newestFirst = (one: PostSummary, other: PostSummary) =>
  (other.modifiedAt?.getTime() ?? Number.MAX_SAFE_INTEGER) - (one.modifiedAt?.getTime() ?? Number.MAX_SAFE_INTEGER) ||
  other.id - one.id

export function listContent(context: Context, selection: Selection, filter: PostFilter): Promise<Asked<PostItem>> {
  const { statuses, type, limit } = filter
  return askSites(context, selection, async (child, site, how) => {
    const found = await context.connector.listPosts(child, filter, how)
    // Sites count per status and may send what nobody asked for.
    return found
      .filter((post) => post.type === type && statuses.includes(post.status as Status))
      .sort(newestFirst)
      .slice(0, limit)
      .map((post) => toItem(post, site))
  })
}
