import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import { ConnectorError, outcomeUnknown } from '../../platform/connector/errors.ts'
import type { CommentAction, CommentRef } from '../../platform/connector/parts/comments.ts'
import type { CommentStatus, SiteComment } from '../../platform/connector/snapshot/content.ts'
import { typedKeys } from '../../platform/typed-keys.ts'
import { type ItemChange, recordItemChanges } from '../activity/index.ts'
import { notApplied, withLockedSite } from '../site-calls/index.ts'
import type { SiteRef, SiteRow } from '../sites/index.ts'
import { commentStatuses, type ModeratedComment } from './comment.ts'
import { commentNotFound } from './comment-errors.ts'

/** Whether a comment with this status needs no change; null: it is deleted. Sites without a trash delete at once. */
const isApplied: Record<CommentAction, (status: CommentStatus | null) => boolean> = {
  approve: (status) => status === 'approved',
  unapprove: (status) => status === 'pending',
  spam: (status) => status === 'spam',
  unspam: (status) => status !== null && status !== 'spam',
  trash: (status) => status === 'trash' || status === null,
  restore: (status) => status !== null && status !== 'trash',
  delete: (status) => status === null,
}
export const commentActions = typedKeys(isApplied)

/** Sites cannot return one comment, so the newest of each status are read. */
const maxPerStatus = 500

interface RecentComments {
  byId: ReadonlyMap<number, SiteComment>
  /** All comments are included: others do not exist. */
  complete: boolean
}

/** Moderates comments of one site. Each outcome is the comment as read back, or an error. */
export function moderate(context: Context, ref: SiteRef, ids: readonly number[], action: CommentAction) {
  return withLockedSite(context, ref, async (child, site) => {
    const before = await readRecent(context, child)
    const outcomes = new Map<number, ModeratedComment | ServiceError>()
    const listed: number[] = []
    const unlisted: number[] = []
    for (const id of new Set(ids)) {
      const comment = before.byId.get(id)
      if (comment && isApplied[action](comment.status)) {
        outcomes.set(id, { comment_id: id, comment_status: comment.status, changed: false, verified: true })
      } else if (comment) listed.push(id)
      else if (before.complete) outcomes.set(id, commentNotFound(id, site))
      else unlisted.push(id)
    }
    const lostAnswer = listed.length > 1 ? await sendTogether(context, child, listed, action) : undefined
    for (const id of listed.length > 1 ? unlisted : [...listed, ...unlisted]) {
      const failure = await sendOne(context, child, site, { id, postId: before.byId.get(id)?.postId ?? null }, action)
      if (failure) outcomes.set(id, failure)
    }
    const sent = [...listed, ...unlisted].filter((id) => !outcomes.has(id))
    if (sent.length > 0) {
      const after = await readRecent(context, child)
      for (const id of sent) outcomes.set(id, outcomeOf(site, id, action, { before, after, lostAnswer }))
    }
    await recordItemChanges(
      context,
      site.id,
      [...outcomes].flatMap(([id, outcome]) => toChanges(id, action, outcome, before.byId.get(id))),
    )
    return { site, outcomes }
  })
}

/** In the words of the site's own log. */
const labels: Record<CommentAction, string> = {
  approve: 'Comment approved',
  unapprove: 'Comment unapproved',
  spam: 'Comment marked as spam',
  unspam: 'Comment marked as not spam',
  trash: 'Comment moved to the trash',
  restore: 'Comment restored from the trash',
  delete: 'Comment permanently deleted',
}

/** A comment that was already as requested is no change. */
function toChanges(
  id: number,
  action: CommentAction,
  outcome: ModeratedComment | ServiceError,
  comment: SiteComment | undefined,
): ItemChange[] {
  const change = { type: 'comment', action: 'moderate-comment', label: labels[action], item: nameOf(id, comment) }
  if (outcome instanceof ServiceError) return [{ ...change, failure: outcome }]
  return outcome.changed ? [change] : []
}

const nameOf = (id: number, comment: SiteComment | undefined) =>
  comment ? `comment ${id} of ${comment.author}` : `comment ${id}`

/**
 * Only for comments that exist: a missing one would end the call in the middle of the list. Returns the error if the answer
 * was lost; the comments are read back later.
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
    return asServiceError(error.effect === 'possible' ? error : outcomeUnknown('the comments were changed', error))
  }
}

/** Returns the error, if any. */
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
    return asServiceError(error)
  }
}

async function readRecent({ connector }: Context, child: ChildSite): Promise<RecentComments> {
  const found = await connector.listComments(child, { statuses: commentStatuses, limit: maxPerStatus })
  const counts = commentStatuses.map((status) => found.filter((comment) => comment.status === status).length)
  return { byId: new Map(found.map((comment) => [comment.id, comment])), complete: Math.max(...counts) < maxPerStatus }
}

/** A comment that was never listed may be older than the listed ones: then the change cannot be verified. */
function outcomeOf(
  site: SiteRow,
  id: number,
  action: CommentAction,
  {
    before,
    after,
    lostAnswer,
  }: { before: RecentComments; after: RecentComments; lostAnswer: ServiceError | undefined },
): ModeratedComment | ServiceError {
  const status = after.byId.get(id)?.status ?? null
  const canBeListed = before.byId.has(id) || after.byId.has(id) || after.complete
  if (!canBeListed) return { comment_id: id, comment_status: null, changed: true, verified: false }
  if (isApplied[action](status))
    return { comment_id: id, comment_status: status ?? 'deleted', changed: true, verified: true }
  if (status === null) return commentNotFound(id, site)
  return lostAnswer ?? notApplied(site, `comment ${id} is still ${status}`)
}
