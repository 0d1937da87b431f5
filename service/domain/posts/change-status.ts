import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import type { PostMove } from '../../platform/connector/parts/post-changes.ts'
import type { PostRef } from '../../platform/connector/parts/posts.ts'
import type { PostSummary } from '../../platform/connector/snapshot/content.ts'
import { changeAndVerify, withLockedSite } from '../content/index.ts'
import type { SiteRef } from '../sites/index.ts'
import { statuses } from './post.ts'
import { explainRefusal, postNotFound } from './post-errors.ts'

interface Move {
  send: PostMove | 'delete'
  /** Whether this is what was wanted; null: the post is gone. */
  shows(status: string | null): boolean
}

/** A date to come turns publishing into scheduling; sites without a trash delete at once. */
const moves = {
  publish: { send: 'publish', shows: (status) => status === 'publish' || status === 'future' },
  approve: { send: 'publish', shows: (status) => status === 'publish' || status === 'future' },
  unpublish: { send: 'unpublish', shows: (status) => status === 'draft' },
  trash: { send: 'trash', shows: (status) => status === 'trash' || status === null },
  restore: { send: 'restore', shows: (status) => status !== null && status !== 'trash' },
  delete: { send: 'delete', shows: (status) => status === null },
} as const satisfies Record<string, Move>

export type StatusChange = keyof typeof moves
export const statusChanges = Object.keys(moves) as [StatusChange, ...StatusChange[]]

export const ChangedPost = z.object({
  post_id: z.int(),
  post_status: z.string().describe('As the site shows it now; deleted: it is gone.'),
  previous_status: z.string(),
  changed: z.boolean(),
  site_id: z.int(),
  site_url: z.string(),
})

/** The post as a list shows it, by its number; null when the site has none of that type. */
export async function findPost(
  { connector }: Pick<Context, 'connector'>,
  child: ChildSite,
  { id, type }: PostRef,
): Promise<PostSummary | null> {
  const found = await connector.listPosts(child, { type, statuses, postId: id, limit: 1 })
  return found.find((post) => post.id === id && post.type === type) ?? null
}

/** Brings a post into the wanted state; one that is there already is left alone. */
export function changeStatus(
  context: Context,
  ref: SiteRef,
  post: PostRef,
  wanted: StatusChange,
): Promise<z.output<typeof ChangedPost>> {
  const { connector } = context
  const { send, shows }: Move = moves[wanted]
  return withLockedSite(context, ref, async (child, site) => {
    const before = await findPost(context, child, post)
    if (!before) throw postNotFound(post.type, post.id, site)
    const answer = { post_id: post.id, site_id: site.id, site_url: site.url, previous_status: before.status }
    if (shows(before.status)) return { ...answer, post_status: before.status, changed: false }
    const after = await changeAndVerify(site, {
      send: () => (send === 'delete' ? connector.deletePost(child, post) : connector.movePost(child, post, send)),
      look: () => findPost(context, child, post),
      shows: (seen) => shows(seen?.status ?? null),
      otherwise: `${post.type} ${post.id} is as it was`,
    }).catch((error: unknown) => {
      throw explainRefusal(error, post.type, post.id, site)
    })
    return { ...answer, post_status: after?.status ?? 'deleted', changed: true }
  })
}
