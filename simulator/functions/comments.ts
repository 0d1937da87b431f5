import { text } from '../php/form.ts'
import { integer, secondsOf } from '../php/values.ts'
import type { Comment, CommentStatus } from '../site/model.ts'
import { type Call, PhpFatal } from './call.ts'
import { recentComments } from './comment-items.ts'

const max = (value: string | undefined) => (value === undefined ? 50 : integer(value) || 99_999)

export function getAllComments({ site, fields }: Call): unknown {
  const postId = text(fields, 'postId')
  const keyword = (text(fields, 'keyword') ?? '').toLowerCase()
  const start = secondsOf(text(fields, 'dtsstart') ?? '')
  const stop = secondsOf(text(fields, 'dtsstop') ?? '')
  const matches = (comment: Comment) => {
    if (postId !== undefined) return comment.postId === integer(postId)
    if (!comment.content.toLowerCase().includes(keyword)) return false
    return (start === null || comment.written > start) && (stop === null || comment.written < stop)
  }
  return recentComments(site, (text(fields, 'status') ?? '').split(','), max(text(fields, 'maxRecords')), matches)
}

const moves: Readonly<Record<string, (comment: Comment) => CommentStatus | null>> = {
  approve: () => 'approved',
  unapprove: () => 'unapproved',
  spam: () => 'spam',
  trash: () => 'trash',
  unspam: ({ before }) => before ?? 'unapproved',
  restore: ({ before }) => before ?? 'unapproved',
  delete: () => null,
}

/** False when there is no such comment. */
function act({ site, effects }: Call, action: string, id: number): boolean {
  const comment = site.comments.find((other) => other.id === id)
  const move = moves[action]
  if (!comment || !move) return false
  const status = move(comment)
  effects.push({ what: `comment ${action}`, subject: String(id), from: comment.status, to: status ?? '' })
  if (status === null) site.comments = site.comments.filter((other) => other.id !== id)
  else site.replaceComment({ ...comment, status, before: comment.status })
  return true
}

/** An unknown comment ends in a fatal error. */
export function commentAction(call: Call): unknown {
  const action = text(call.fields, 'action') ?? ''
  if (!Object.hasOwn(moves, action)) return { status: 'FAIL' }
  if (!act(call, action, integer(text(call.fields, 'id') ?? ''))) throw new PhpFatal()
  return { status: 'SUCCESS' }
}

/** Counts the ids tried, not those found. */
export function commentBulkAction(call: Call): unknown {
  const action = text(call.fields, 'action') ?? ''
  const ids = (text(call.fields, 'ids') ?? '').split(',').map(integer).filter(Boolean)
  if (!Object.hasOwn(moves, action)) return { success: 0 }
  for (const id of ids) act(call, action, id)
  return { success: ids.length }
}
