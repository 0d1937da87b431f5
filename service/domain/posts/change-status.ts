import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { PostMove } from '../../platform/connector/parts/post-changes.ts'
import type { PostRef } from '../../platform/connector/parts/posts.ts'
import { typedKeys } from '../../platform/typed-keys.ts'
import { recordAttempt } from '../activity/index.ts'
import { sendAndReadBack, withLockedSite } from '../site-calls/index.ts'
import type { SiteRef } from '../sites/index.ts'
import { explainRefusal, postMissing } from './post-errors.ts'
import { findPostSummary } from './read-post.ts'

interface Move {
  send: PostMove | 'delete' | { status: 'draft' | 'pending' | 'private' }
  /** Whether a post with this status needs no change; null: the post is deleted. */
  isApplied(status: string | null): boolean
}

/** A date in the future turns publishing into scheduling; sites without a trash delete at once. */
const moves = {
  publish: { send: 'publish', isApplied: (status) => status === 'publish' || status === 'future' },
  approve: { send: 'publish', isApplied: (status) => status === 'publish' || status === 'future' },
  unpublish: { send: 'unpublish', isApplied: (status) => status === 'draft' },
  draft: { send: { status: 'draft' }, isApplied: (status) => status === 'draft' },
  pending: { send: { status: 'pending' }, isApplied: (status) => status === 'pending' },
  private: { send: { status: 'private' }, isApplied: (status) => status === 'private' },
  trash: { send: 'trash', isApplied: (status) => status === 'trash' || status === null },
  restore: { send: 'restore', isApplied: (status) => status !== null && status !== 'trash' },
  delete: { send: 'delete', isApplied: (status) => status === null },
} as const satisfies Record<string, Move>

export type StatusChange = keyof typeof moves
export const statusChanges = typedKeys(moves)

/** In the words of the site's own log. */
const doneWords: Record<StatusChange, string> = {
  publish: 'published',
  approve: 'published',
  unpublish: 'modified',
  draft: 'modified',
  pending: 'modified',
  private: 'modified',
  trash: 'moved to the trash',
  restore: 'restored from the trash',
  delete: 'permanently deleted',
}

export const ChangedPost = z.object({
  post_id: z.int(),
  post_status: z.string().describe('The status on the site now; deleted: the post no longer exists.'),
  previous_status: z.string(),
  changed: z.boolean(),
  site_id: z.int(),
  site_url: z.string(),
})

/** A post that already has the status is not changed. */
export function changeStatus(
  context: Context,
  ref: SiteRef,
  post: PostRef,
  change: StatusChange,
): Promise<z.output<typeof ChangedPost>> {
  const { connector } = context
  const { send, isApplied }: Move = moves[change]
  return withLockedSite(context, ref, async (child, site) => {
    const before = await findPostSummary(context, child, post)
    if (!before) throw postMissing(post.type, post.id, site)
    const answer = { post_id: post.id, site_id: site.id, site_url: site.url, previous_status: before.status }
    if (isApplied(before.status)) return { ...answer, post_status: before.status, changed: false }
    const noun = post.type === 'page' ? 'page' : 'post'
    const action = send === 'delete' ? `delete-${noun}` : `update-${noun}-status`
    const label = `${noun === 'page' ? 'Page' : 'Post'} ${doneWords[change]}`
    const item = before.title || `${noun} ${post.id}`
    const after = await recordAttempt(context, site.id, { type: noun, action, label, item }, () =>
      sendAndReadBack(site, {
        async send() {
          if (send === 'delete') return connector.deletePost(child, post)
          if (typeof send === 'string') return connector.movePost(child, post, send)
          // WordPress stores a trashed post under another slug; only restoring it brings the slug back.
          if (before.status === 'trash') await connector.movePost(child, post, 'restore')
          if (before.status !== 'trash' || send.status !== 'draft') await connector.editPost(child, post, send)
        },
        readBack: () => findPostSummary(context, child, post),
        isApplied: (summary) => isApplied(summary?.status ?? null),
        problem: `${post.type} ${post.id} did not change`,
      }).catch((error: unknown) => {
        throw explainRefusal(error, post.type, post.id, site)
      }),
    )
    return { ...answer, post_status: after?.status ?? 'deleted', changed: true }
  })
}
