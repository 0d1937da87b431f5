import { text } from '../php/form.ts'
import { fromBase64Json, integer, plainText, rawUrlDecode, secondsOf, stripSlashes } from '../php/values.ts'
import type { Post } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import { type Call, Refusal } from './call.ts'
import { gmtDate, localDate, singularName } from './post-items.ts'

type Sent = Record<string, unknown>

// Every object has fields; what they hold is checked where it is used.
const record = (value: unknown): Sent => (typeof value === 'object' && value !== null ? (value as Sent) : {})
const first = (value: unknown): string => (Array.isArray(value) ? String(value[0] ?? '') : '')
const textField = (sent: Sent, name: string): string | undefined =>
  sent[name] === undefined || sent[name] === null ? undefined : String(sent[name])
const names = (joined: string): string[] =>
  joined
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
const decoded = (value: string | undefined) =>
  value === undefined ? undefined : Buffer.from(value, 'base64').toString('utf8')

/** Creates a post, or edits one where an id was sent. */
export function newPost(call: Call): unknown {
  const { site, fields, effects } = call
  const sent = record(fromBase64Json(text(fields, 'new_post') ?? ''))
  const custom = record(fromBase64Json(text(fields, 'post_custom') ?? ''))
  const editedId = integer(textField(sent, 'ID') ?? first(custom._mainwp_edit_post_id))
  const before = site.posts.find(({ id }) => id === editedId)
  const hasText = Boolean(textField(sent, 'post_title') || textField(sent, 'post_content'))
  if ((editedId > 0 && !before) || (!before && !hasText)) throw new Refusal('Empty post id')
  if (before?.lock && before.lock.until > call.now && before.lock.login !== (call.user?.login ?? '')) {
    throw new Refusal(`This content is currently locked. ${before.lock.login} is currently editing.`)
  }
  const categories = decoded(text(fields, 'post_category'))
  const post = composed(call, sent, custom, before, categories === undefined ? undefined : names(categories))
  if (before) site.replacePost(post)
  else site.posts = [...site.posts, post]
  addCategories(site, post.categories)
  effects.push({ what: before ? 'post edited' : 'post created', subject: String(post.id), to: post.status })
  const pretty = post.status === 'publish' || post.status === 'private'
  return {
    added: true,
    added_id: post.id,
    link: pretty ? `${site.siteUrl}/${post.name}/` : `${site.siteUrl}/?p=${post.id}`,
    other_data: {
      new_post_data: {
        post_id: post.id,
        post_type: post.type,
        post_title: post.title,
        post_date: localDate(post),
        post_date_gmt: gmtDate(post),
        new_status: post.status,
        old_status: before?.status ?? '',
        singular_name: singularName(post.type),
        is_editing: before ? 1 : 0,
      },
    },
  }
}

function composed(
  call: Call,
  sent: Sent,
  custom: Sent,
  before: Post | undefined,
  categories: string[] | undefined,
): Post {
  const { site, fields, now } = call
  const given = (name: string, otherwise: string) => stripSlashes(textField(sent, name) ?? otherwise)
  const title = plainText(withEntities(given('post_title', before?.title ?? '')))
  const date = dateOf(sent, before)
  const requestedStatus = given('post_status', before?.status ?? 'draft')
  const status = requestedStatus === 'future' && (date ?? before?.published ?? now) <= now ? 'publish' : requestedStatus
  const visible = status === 'publish' || status === 'future' || status === 'private'
  const tags = textField(sent, 'post_tags')
  const author = site.user(textField(sent, 'custom_post_author') ?? '') ?? call.user
  const image = decoded(text(fields, 'post_featured_image'))
  const meta = Object.entries(custom).filter(([name]) => !name.startsWith('_'))
  return {
    id: before?.id ?? site.nextId(),
    type: given('post_type', before?.type ?? 'post'),
    status,
    title,
    content: given('post_content', before?.content ?? ''),
    excerpt: withEntities(given('post_excerpt', before?.excerpt ?? '')),
    name: given('post_name', before?.name ?? '') || (visible ? title.toLowerCase().replace(/[^a-z0-9]+/g, '-') : ''),
    password: given('post_password', before?.password ?? ''),
    commentStatus: given('comment_status', before?.commentStatus ?? 'open'),
    pingStatus: given('ping_status', before?.pingStatus ?? 'open'),
    authorId: author?.id ?? before?.authorId ?? 0,
    published: visible ? (date ?? before?.published ?? now) : (before?.published ?? null),
    created: before?.created ?? date ?? now,
    modified: now,
    categories: categories ?? before?.categories ?? ['Uncategorized'],
    tags: tags === undefined ? (before?.tags ?? []) : names(rawUrlDecode(tags)),
    sticky: 'sticky' === decoded(first(custom._sticky)),
    // An edit without a picture removes the old one.
    ...(image && { featuredImage: image }),
    meta: {
      ...before?.meta,
      ...Object.fromEntries(
        meta.map(([name, values]) => [
          name,
          Array.isArray(values) ? values.map((value) => stripSlashes(String(value))) : [],
        ]),
      ),
    },
  }
}

/** A lone & becomes an entity; existing entities stay. */
const withEntities = (value: string) => value.replace(/&(?!#?\w+;)/g, '&amp;')

/**
 * A new post is stored before it gets its status, and in the second step WordPress drops a date that was sent without its
 * UTC value; also when a draft is edited without `edit_date`. Posts store their times in UTC here.
 */
function dateOf(sent: Sent, before: Post | undefined): number | null {
  const inUtc = secondsOf(textField(sent, 'post_date_gmt') ?? '')
  const keepsLocal = before && (before.published !== null || textField(sent, 'edit_date') !== undefined)
  return inUtc ?? (keepsLocal ? secondsOf(textField(sent, 'post_date') ?? '') : null)
}

function addCategories(site: Site, requestedStatus: readonly string[]): void {
  const known = new Set(site.categories.map(({ name }) => name))
  const missing = requestedStatus.filter((name) => !known.has(name))
  const added = missing.map((name) => ({ id: site.nextId(), name, slug: name.toLowerCase().replaceAll(' ', '-') }))
  if (added.length > 0) site.categories = [...site.categories, ...added]
}
