import { text } from '../php/form.ts'
import { integer, isEmpty, secondsOf } from '../php/values.ts'
import type { Post } from '../site/model.ts'
import type { Call } from './call.ts'
import { recentPosts } from './post-items.ts'

function filterOf({ fields }: Call): { matches: (post: Post) => boolean; byPublishDate: boolean } {
  const byPublishDate = !isEmpty(text(fields, 'where_post_date'))
  const postId = text(fields, 'postId')
  const userId = text(fields, 'userId')
  const keyword = (text(fields, 'keyword') ?? '').toLowerCase()
  const searchOn = text(fields, 'search_on')
  const start = secondsOf(text(fields, 'dtsstart') ?? '')
  const stop = secondsOf(text(fields, 'dtsstop') ?? '')
  const found = (part: string) => part.toLowerCase().includes(keyword)
  const matches = (post: Post) => {
    if (postId !== undefined) return post.id === integer(postId)
    if (userId !== undefined) return post.authorId === integer(userId)
    const inTitle = searchOn !== 'content' && found(post.title)
    const inContent = searchOn !== 'title' && found(post.content)
    if (keyword !== '' && !inTitle && !inContent) return false
    const time = byPublishDate ? (post.published ?? 0) : post.modified
    return (start === null || time > start) && (stop === null || time < stop)
  }
  return { matches, byPublishDate }
}

/** Without `status` the answer is an empty text. */
function postsOfType(call: Call, type: string): unknown {
  const statuses = text(call.fields, 'status')
  if (statuses === undefined) return ''
  const records = text(call.fields, 'maxRecords')
  const max = records === undefined ? 50 : integer(records) || 99_999
  return recentPosts(call.site, statuses.split(','), max, type, filterOf(call))
}

export const getAllPosts = (call: Call): unknown => postsOfType(call, text(call.fields, 'post_type') ?? 'post')
export const getAllPages = (call: Call): unknown => postsOfType(call, 'page')
