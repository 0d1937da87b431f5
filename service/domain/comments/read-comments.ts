import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { ChildSite, How } from '../../platform/connector/child-site.ts'
import type { CommentFilter } from '../../platform/connector/parts/comments.ts'
import type { SiteComment } from '../../platform/connector/snapshot/content.ts'
import { type DateRange, readDateRange } from '../site-calls/index.ts'
import { type Comment, type commentFilter, commentStatuses, toComment } from './comment.ts'

type FilterInput = z.output<z.ZodObject<typeof commentFilter>> & DateRange

export function readCommentFilter({ status, keyword, maximum, ...days }: FilterInput): CommentFilter {
  const { after, before } = readDateRange(days)
  return {
    statuses: status === 'all' ? commentStatuses : [status],
    limit: maximum,
    ...(keyword !== '' && { keyword }),
    ...(after && { writtenAfter: after }),
    ...(before && { writtenBefore: before }),
  }
}

const newestFirst = (one: SiteComment, other: SiteComment) =>
  (other.writtenAt?.getTime() ?? 0) - (one.writtenAt?.getTime() ?? 0) || other.id - one.id

export async function fetchComments(
  { connector }: Pick<Context, 'connector'>,
  child: ChildSite,
  site: { id: number; url: string; name: string },
  filter: CommentFilter,
  how?: How,
): Promise<Comment[]> {
  const found = await connector.listComments(child, filter, how)
  // Sites apply the limit per status and may send comments that were not requested.
  return found
    .filter(({ status }) => filter.statuses.includes(status))
    .sort(newestFirst)
    .slice(0, filter.limit)
    .map((comment) => toComment(comment, site))
}
