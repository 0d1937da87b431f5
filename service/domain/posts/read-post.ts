import type { Context } from '../../operation/context.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import type { PostText } from '../../platform/connector/parts/post-text.ts'
import type { PostRef } from '../../platform/connector/parts/posts.ts'
import type { PostSummary } from '../../platform/connector/snapshot/content.ts'
import type { SiteRow } from '../sites/index.ts'
import { postStatuses } from './post.ts'
import { explainRefusal, postMissing } from './post-errors.ts'

/** The post as a list shows it; null when the site has none of this type. */
export async function findPostSummary(
  { connector }: Pick<Context, 'connector'>,
  child: ChildSite,
  { id, type }: PostRef,
): Promise<PostSummary | null> {
  const found = await connector.listPosts(child, { type, statuses: postStatuses, postId: id, limit: 1 })
  return found.find((post) => post.id === id && post.type === type) ?? null
}

/** The whole post. Throws when the site has none of this type. */
export async function readPost(
  { connector }: Pick<Context, 'connector'>,
  child: ChildSite,
  site: SiteRow,
  post: PostRef,
): Promise<PostText> {
  const text = await connector.getPost(child, post).catch((error: unknown) => {
    throw explainRefusal(error, post.type, post.id, site)
  })
  if (text.type !== post.type) throw postMissing(post.type, post.id, site)
  return text
}
