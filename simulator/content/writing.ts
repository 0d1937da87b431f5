import { visitors } from '../catalogue/people.ts'
import { cyclic } from '../cyclic.ts'
import type { Category, Comment, CommentStatus, Post } from '../site/model.ts'
import { chanceFor, type Origin } from './origin.ts'

const pageTitles = ['Home', 'About us', 'Contact', 'Imprint', 'Privacy Policy', 'Services', 'Team', 'Prices', 'Jobs']
const moreTopics = ['Our team grows', 'A look behind the scenes', 'Thank you for 500 reviews', 'We&#8217;re hiring']
const statuses = ['publish', 'publish', 'publish', 'publish', 'publish', 'draft', 'pending', 'future', 'trash'] as const

export const makeCategories = (origin: Origin): Category[] => [
  { id: 4, name: 'News', slug: 'news' },
  { id: 5, name: origin.business.trade.name, slug: origin.business.trade.name.toLowerCase().replaceAll(' ', '-') },
  { id: 1, name: 'Uncategorized', slug: 'uncategorized' },
]

const body = (title: string, town: string) => `<!-- wp:paragraph --><p>${title}. Come and see us in ${town}.</p>`

/** Posts and pages, oldest first. */
export function makePosts(origin: Origin): Post[] {
  const random = chanceFor(origin, 'posts')
  const topics = [...origin.business.trade.topics, ...moreTopics]
  const posts: Post[] = []
  let written = origin.startedAt - random.between(300, 2000) * 86400
  const step = Math.max(3600, Math.floor((origin.startedAt - written) / (origin.plan.posts + 1)))
  for (let number = 0; number < origin.plan.pages + origin.plan.posts; number++) {
    const page = number < origin.plan.pages
    written += page ? 3600 : random.between(Math.floor(step / 2), step)
    const status = page ? (number === 8 ? 'draft' : 'publish') : random.pick(statuses)
    const round = Math.floor((number - origin.plan.pages) / topics.length)
    const topic = cyclic(topics, Math.max(0, number - origin.plan.pages))
    const title = page ? cyclic(pageTitles, number) : round > 0 ? `${topic} (${round + 1})` : topic
    posts.push({
      id: 2 + number * 3,
      type: page ? 'page' : 'post',
      status,
      title,
      content: body(title, origin.business.town),
      authorId: 1,
      published: status === 'draft' || status === 'pending' ? null : publishedAt(status, written, origin.startedAt),
      created: written,
      modified: written,
      categories: page ? [] : [random.pick(['News', origin.business.trade.name, 'Uncategorized'])],
      tags: !page && random.chance(0.3) ? ['tips', origin.business.town.toLowerCase()] : [],
    })
  }
  return posts
}

const publishedAt = (status: string, written: number, now: number) => (status === 'future' ? now + 864000 : written)

const commentStatuses: readonly CommentStatus[] = ['approved', 'approved', 'unapproved', 'unapproved', 'spam', 'trash']

export function makeComments(origin: Origin, posts: readonly Post[]): Comment[] {
  const random = chanceFor(origin, 'comments')
  const open = posts.filter(({ type, status }) => type === 'post' && status === 'publish')
  if (open.length === 0) return []
  return Array.from({ length: origin.plan.comments }, (_, number) => {
    const [author, email, url, content] = random.pick(visitors)
    const post = random.pick(open)
    return {
      id: number + 1,
      postId: post.id,
      author,
      email,
      url,
      ip: `203.0.113.${random.between(1, 250)}`,
      content,
      written: post.created + random.between(600, 600_000),
      status: author === 'SEO Expert' ? 'spam' : random.pick(commentStatuses),
    }
  })
}
