import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import type { ServiceError } from '../../operation/errors.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import { ConnectorError, outcomeUnknown } from '../../platform/connector/errors.ts'
import type { CommentAction, CommentRef } from '../../platform/connector/parts/comments.ts'
import type { CommentStatus, SiteComment } from '../../platform/connector/snapshot/content.ts'
import { notApplied, withLockedSite } from '../content/index.ts'
import type { SiteRef, SiteRow } from '../sites/index.ts'
import { commentStatuses, type ModeratedComment } from './comment.ts'
import { commentNotFound } from './comment-errors.ts'

/** Whether a comment is as the action wants it; null: it is gone. Sites without a trash delete at once. */
const shows: Record<CommentAction, (status: CommentStatus | null) => boolean> = {
  approve: (status) => status === 'approved',
  unapprove: (status) => status === 'pending',
  spam: (status) => status === 'spam',
  unspam: (status) => status !== null && status !== 'spam',
  trash: (status) => status === 'trash' || status === null,
  restore: (status) => status !== null && status !== 'trash',
  delete: (status) => status === null,
}
export const commentActions = Object.keys(shows) as [CommentAction, ...CommentAction[]]

/** The most of one status that a site is asked for: a site cannot be asked for one comment. */
const mostOfStatus = 500

interface Look {
  byId: ReadonlyMap<number, SiteComment>
  /** Nothing was left out: what is not here does not exist. */
  complete: boolean
}

/** Moderates comments of one site. Each outcome is what the site then shows, or the error that kept it from happening. */
export function moderate(context: Context, ref: SiteRef, ids: readonly number[], action: CommentAction) {
  return withLockedSite(context, ref, async (child, site) => {
    const before = await look(context, child)
    const outcomes = new Map<number, ModeratedComment | ServiceError>()
    const known: number[] = []
    const unseen: number[] = []
    for (const id of new Set(ids)) {
      const comment = before.byId.get(id)
      if (comment && shows[action](comment.status)) {
        outcomes.set(id, { comment_id: id, comment_status: comment.status, changed: false, verified: true })
      } else if (comment) known.push(id)
      else if (before.complete) outcomes.set(id, commentNotFound(id, site))
      else unseen.push(id)
    }
    const doubt = known.length > 1 ? await sendTogether(context, child, known, action) : undefined
    for (const id of known.length > 1 ? unseen : [...known, ...unseen]) {
      const failure = await sendOne(context, child, site, { id, postId: before.byId.get(id)?.postId ?? null }, action)
      if (failure) outcomes.set(id, failure)
    }
    const sent = [...known, ...unseen].filter((id) => !outcomes.has(id))
    if (sent.length > 0) {
      const after = await look(context, child)
      for (const id of sent) outcomes.set(id, verdict(site, id, action, { before, after, doubt }))
    }
    return { site, outcomes }
  })
}

/**
 * For comments that are known to exist: one that does not would end the call in the midst of the list. Answers why it is
 * not known what became of them; the look afterwards tells.
 */
async function sendTogether(
  { connector }: Context,
  child: ChildSite,
  ids: readonly number[],
  action: CommentAction,
): Promise<ServiceError | undefined> {
  try {
    await connector.moderateComments(child, ids, action)
    return undefined
  } catch (error) {
    if (!(error instanceof ConnectorError) || !error.mayHaveArrived) throw error
    return asServiceError(
      error.effect === 'possible' ? error : outcomeUnknown('the comments were changed', error),
    ) as ServiceError
  }
}

/** Answers why it did not happen, if it did not. */
async function sendOne(
  { connector }: Context,
  child: ChildSite,
  site: SiteRow,
  comment: CommentRef,
  action: CommentAction,
): Promise<ServiceError | undefined> {
  try {
    await connector.moderateComment(child, comment, action)
    return undefined
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code === 'svc_key_refused') throw error
    if (error.code === 'svc_not_found_on_site') return commentNotFound(comment.id, site)
    return asServiceError(error) as ServiceError
  }
}

async function look({ connector }: Context, child: ChildSite): Promise<Look> {
  const found = await connector.listComments(child, { statuses: commentStatuses, limit: mostOfStatus })
  const counts = commentStatuses.map((status) => found.filter((comment) => comment.status === status).length)
  return { byId: new Map(found.map((comment) => [comment.id, comment])), complete: Math.max(...counts) < mostOfStatus }
}

/** A comment that was never among those the site shows may be older than they are: then nobody can look. */
function verdict(
  site: SiteRow,
  id: number,
  action: CommentAction,
  { before, after, doubt }: { before: Look; after: Look; doubt: ServiceError | undefined },
): ModeratedComment | ServiceError {
  const status = after.byId.get(id)?.status ?? null
  const couldBeSeen = before.byId.has(id) || after.byId.has(id) || after.complete
  if (!couldBeSeen) return { comment_id: id, comment_status: null, changed: true, verified: false }
  if (shows[action](status))
    return { comment_id: id, comment_status: status ?? 'deleted', changed: true, verified: true }
  if (status === null) return commentNotFound(id, site)
  return doubt ?? notApplied(site, `comment ${id} is still ${status}`)
}
