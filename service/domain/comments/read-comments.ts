import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { ChildSite, How } from '../../platform/connector/child-site.ts'
import type { CommentFilter } from '../../platform/connector/parts/comments.ts'
import type { SiteComment } from '../../platform/connector/snapshot/content.ts'
import { type Days, readDays } from '../content/index.ts'
import { type Comment, type commentFilter, commentStatuses, toComment } from './comment.ts'

type Wanted = z.output<z.ZodObject<typeof commentFilter>> & Days

export function readFilter({ status, keyword, maximum, ...days }: Wanted): CommentFilter {
  const { after, before } = readDays(days)
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

export async function readComments(
  { connector }: Pick<Context, 'connector'>,
  child: ChildSite,
  site: { id: number; url: string; name: string },
  filter: CommentFilter,
  how?: How,
): Promise<Comment[]> {
  const found = await connector.listComments(child, filter, how)
  // Sites count per status and may send what nobody asked for.
  return found
    .filter(({ status }) => filter.statuses.includes(status))
    .sort(newestFirst)
    .slice(0, filter.limit)
    .map((comment) => toComment(comment, site))
}
