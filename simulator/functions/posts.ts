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
function postsOfType(call: Call, type: string): Record<string, unknown>[] | '' {
  const statuses = text(call.fields, 'status')
  if (statuses === undefined) return ''
  const records = text(call.fields, 'maxRecords')
  const max = records === undefined ? 50 : integer(records) || 99_999
  return recentPosts(call.site, statuses.split(','), max, type, filterOf(call))
}

/** `extract_tokens` is a list in base64 JSON; 1, 2 and 3 of `extract_post_type` are posts, pages and both. */
export function getAllPosts(call: Call): unknown {
  const { fields, site } = call
  const encoded = text(fields, 'extract_tokens')
  if (encoded === undefined) return postsOfType(call, text(fields, 'post_type') ?? 'post')
  const types = { '1': ['post'], '2': ['page'], '3': ['post', 'page'] }[text(fields, 'extract_post_type') ?? '']
  const found = (types ?? ['post']).flatMap((type) => postsOfType(call, type) || [])
  // A list of texts, as our connector sends it.
  const tokens = JSON.parse(Buffer.from(encoded, 'base64').toString()) as string[]
  const values: Record<string, string> = {
    '[post.website.url]': site.siteUrl,
    '[post.website.name]': site.title.replaceAll('&', '&amp;'),
  }
  const known = tokens.filter((token) => Object.hasOwn(values, token)).map((token) => [token, values[token]])
  const max = integer(text(fields, 'maxRecords') ?? '50') || 99_999
  return found.slice(0, max).map((post) => Object.assign({}, post, Object.fromEntries(known)))
}

export const getAllPages = (call: Call): unknown => postsOfType(call, 'page')
