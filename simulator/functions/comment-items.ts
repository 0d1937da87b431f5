import type { Random } from '../random.ts'
import type { Comment, CommentStatus } from '../site/model.ts'
import type { Site } from '../site/site.ts'

/** WordPress obfuscates e-mail addresses, differently on every read. */
export function scramble(email: string, random: Random): string {
  let text = ''
  for (const letter of email) text += letter === '@' || random.chance(0.5) ? `&#${letter.codePointAt(0)};` : letter
  return text
}

const statusNames: Readonly<Record<string, readonly CommentStatus[]>> = {
  approve: ['approved'],
  hold: ['unapproved'],
  spam: ['spam'],
  trash: ['trash'],
  '': ['approved', 'unapproved'],
  all: ['approved', 'unapproved'],
}

function commentItem(comment: Comment, site: Site, counts: ReadonlyMap<number, number>): Record<string, unknown> {
  const post = site.posts.find(({ id }) => id === comment.postId)
  return {
    id: String(comment.id),
    status: comment.status,
    author: comment.author,
    author_url: comment.url,
    author_ip: comment.ip,
    author_email: scramble(comment.email, site.random),
    postId: String(comment.postId),
    postName: post?.title ?? null,
    comment_count: String(counts.get(comment.postId) ?? 0),
    content: comment.content,
    dts: comment.written,
  }
}

/** Approved comments by post. */
export function commentCounts(site: Site): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { postId, status } of site.comments) {
    if (status === 'approved') counts.set(postId, (counts.get(postId) ?? 0) + 1)
  }
  return counts
}

/** Newest first, at most `most` of each status. */
export function recentComments(
  site: Site,
  statuses: readonly string[],
  max: number,
  matches: (comment: Comment) => boolean = () => true,
): Record<string, unknown>[] {
  const counts = commentCounts(site)
  return statuses.flatMap((name) => {
    const allowed = (Object.hasOwn(statusNames, name) && statusNames[name]) || []
    return site.comments
      .filter((comment) => allowed.includes(comment.status) && matches(comment))
      .sort((a, b) => b.written - a.written || b.id - a.id)
      .slice(0, max)
      .map((comment) => commentItem(comment, site, counts))
  })
}
