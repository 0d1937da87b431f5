import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError, outcomeUnknown } from '../errors.ts'
import { toSql } from '../reading/times.ts'
import { count } from '../reading/values.ts'
import { recheckUntilSettled } from '../recheck.ts'
import { type CommentStatus, readComments, type SiteComment } from '../snapshot/content.ts'
import { PartReader } from '../snapshot/part-reader.ts'
import { callForMap, type Kit, sendChange } from './kit.ts'

export interface CommentFilter {
  statuses: readonly CommentStatus[]
  /** Per status. Default 50. */
  limit?: number
  postId?: number
  keyword?: string
  writtenAfter?: Date
  writtenBefore?: Date
}

/** `unspam` and `restore` return to the previous status. */
export type CommentAction = 'approve' | 'unapprove' | 'spam' | 'unspam' | 'trash' | 'restore' | 'delete'

export interface CommentRef {
  id: number
  /** Helps to find the comment when an answer is lost. */
  postId?: number | null
}

export interface CommentCalls {
  listComments(site: ChildSite, filter: CommentFilter, how?: How): Promise<SiteComment[]>
  moderateComment(site: ChildSite, comment: CommentRef, action: CommentAction, how?: How): Promise<void>
  /** The number of ids the site tried; it reports no more. */
  moderateComments(
    site: ChildSite,
    ids: readonly number[],
    action: CommentAction,
    how?: How,
  ): Promise<{ tried: number }>
}

const wireStatus: Record<CommentStatus, string> = { approved: 'approve', pending: 'hold', spam: 'spam', trash: 'trash' }
const everyStatus: CommentStatus[] = ['approved', 'pending', 'spam', 'trash']

function shows(action: CommentAction, seen: SiteComment | null): boolean {
  if (seen === null) return action === 'delete'
  const expected: Partial<Record<CommentAction, CommentStatus>> = {
    approve: 'approved',
    unapprove: 'pending',
    spam: 'spam',
    trash: 'trash',
  }
  if (action === 'unspam') return seen.status !== 'spam'
  if (action === 'restore') return seen.status !== 'trash'
  return expected[action] === seen.status
}

export function commentCalls(kit: Kit): CommentCalls {
  const listComments: CommentCalls['listComments'] = async (site, filter, how) => {
    const fields = {
      status: filter.statuses.map((status) => wireStatus[status]).join(','),
      maxRecords: filter.limit ?? 50,
      postId: filter.postId,
      keyword: filter.keyword,
      dtsstart: filter.writtenAfter && toSql(filter.writtenAfter),
      dtsstop: filter.writtenBefore && toSql(filter.writtenBefore),
    }
    const { payload } = await kit.caller.signed(site, { function: 'get_all_comments', fields, deadline: 'short' }, how)
    return readComments(new PartReader(kit.clock.now()), 'comments', payload) ?? []
  }

  /** A site cannot return a single comment, so it is searched among those of its post or the latest ones. */
  const find = async (site: ChildSite, { id, postId }: CommentRef, how?: How) => {
    const found = await listComments(site, { statuses: everyStatus, limit: 500, ...(postId && { postId }) }, how)
    return found.find((comment) => comment.id === id) ?? null
  }

  async function settle(site: ChildSite, comment: CommentRef, action: CommentAction, doubt: ConnectorError, how?: How) {
    const seen = await recheckUntilSettled(
      kit,
      doubt,
      (again) => find(site, comment, again),
      (found) => shows(action, found),
      how,
    )
    if (seen !== undefined && shows(action, seen)) return
    // WordPress fails without an answer for a comment that does not exist.
    if (seen === null && doubt.effect === 'possible') throw commentNotFound(comment.id)
    if (seen === undefined || doubt.effect === 'may-still-run')
      throw outcomeUnknown(`comment ${comment.id} was changed`, doubt)
    throw doubt
  }

  return {
    listComments,
    moderateComment: (site, comment, action, how) =>
      kit.locks.hold(site.id, async () => {
        const call = { function: 'comment_action', fields: { action, id: comment.id }, deadline: 'short' } as const
        try {
          const { status } = await callForMap(kit, site, call, how)
          if (status !== 'SUCCESS') throw commentNotFound(comment.id)
        } catch (error) {
          if (!(error instanceof ConnectorError) || !error.mayHaveArrived) throw error
          await settle(site, comment, action, error, how)
        }
      }),
    async moderateComments(site, ids, action, how) {
      if (ids.length === 0) throw new ConnectorError('svc_invalid_input', 'Name at least one comment.')
      const call = {
        function: 'comment_bulk_action',
        fields: { action, ids: ids.join(',') },
        deadline: 'short',
      } as const
      const { success } = await sendChange(kit, site, call, how)
      return { tried: count(success) ?? 0 }
    },
  }
}

function commentNotFound(id: number): ConnectorError {
  return new ConnectorError('svc_not_found_on_site', `The site has no comment ${id}.`, { reason: 'not_found' })
}
