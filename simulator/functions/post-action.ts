import { group, text } from '../php/form.ts'
import { fromBase64Json, integer, map, plainText, secondsOf, stripSlashes } from '../php/values.ts'
import type { Post } from '../site/model.ts'
import type { Call } from './call.ts'
import { editablePost } from './post-edit.ts'
import { gmtDate, localDate, singularName } from './post-items.ts'

/** The post after an action; `null` when deleted. */
type Act = (post: Post, call: Call) => Post | null

const publish: Act = (post, { now }) => ({
  ...post,
  status: 'publish',
  published: post.published === null || post.status === 'future' ? now : post.published,
  modified: now,
})
const draft: Act = (post, { now }) => ({ ...post, status: 'draft', modified: now })

const acts: Readonly<Record<string, Act>> = {
  publish,
  unpublish: draft,
  restore: draft,
  trash: (post, { now }) => ({ ...post, status: 'trash', modified: now }),
  delete: () => null,
  update_meta: (post, { fields }) => ({ ...post, meta: { ...post.meta, ...metaOf(text(fields, 'values') ?? '') } }),
  get_edit: (post, { user, now }) => ({ ...post, lock: { login: user?.login ?? '', until: now + 150 } }),
}

function metaOf(values: string): Record<string, string[]> {
  // As the dashboard of the established product sends it.
  const sent = (fromBase64Json(values) ?? {}) as { meta_key?: string[]; meta_value?: string[] }
  const { meta_key: keys = [], meta_value: contents = [] } = sent
  return Object.fromEntries(keys.map((key, index) => [key, [stripSlashes(String(contents[index] ?? ''))]]))
}

/** `update` takes WordPress' column names as plain fields, and removes backslashes. */
function updated(call: Call): { post: Post; fields: Record<string, string> } | null {
  const data = group(call.fields, 'post_data') ?? {}
  const post = call.site.posts.find(({ id }) => id === integer(text(data, 'ID') ?? ''))
  const given = (name: string) => {
    const value = text(data, name)
    return value === undefined ? undefined : stripSlashes(value)
  }
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(data)) if (typeof value === 'string') fields[name] = value
  if (!post) return null
  const status = given('post_status') ?? post.status
  // An empty date follows the other one; posts store their times in UTC here.
  const date = secondsOf(given('post_date_gmt') || given('post_date') || '')
  return {
    fields,
    post: {
      ...post,
      title: plainText(given('post_title') ?? post.title),
      content: given('post_content') ?? post.content,
      excerpt: given('post_excerpt') ?? post.excerpt,
      name: given('post_name') ?? post.name,
      status,
      password: given('post_password') ?? post.password ?? '',
      commentStatus: given('comment_status') ?? post.commentStatus ?? 'open',
      pingStatus: given('ping_status') ?? post.pingStatus ?? 'open',
      created: date ?? post.created,
      published: date ?? (status === 'publish' ? (post.published ?? call.now) : post.published),
      modified: call.now,
    },
  }
}

export function postAction(call: Call): unknown {
  const { site, fields } = call
  const action = text(fields, 'action') ?? ''
  const sentId = text(fields, 'id') ?? ''
  const before = site.posts.find(({ id }) => id === integer(sentId))
  const known = action === 'update' || Object.hasOwn(acts, action)
  const status = known && (action !== 'publish' || before) ? 'SUCCESS' : 'FAIL'
  let mine: unknown = []
  if (action === 'update') {
    const change = updated(call)
    mine = map(Object.entries(change?.fields ?? {}))
    if (change) apply(call, 'update', change.post, change.post)
  } else if (before && Object.hasOwn(acts, action)) {
    if (action === 'get_edit') mine = editablePost(before, site)
    if (action === 'unpublish') mine = { ID: sentId, post_status: 'draft' }
    apply(call, action, before, acts[action]?.(before, call) ?? null)
  }
  return { status, other_data: { post_action_data: reportPost(call, action, sentId, before) }, my_post: mine }
}

function apply({ site, effects }: Call, action: string, before: Post, after: Post | null): void {
  effects.push({ what: `post ${action}`, subject: String(before.id), from: before.status, to: after?.status ?? '' })
  if (after) site.replacePost(after)
  else site.posts = site.posts.filter(({ id }) => id !== before.id)
}

function reportPost({ site }: Call, action: string, sentId: string, before: Post | undefined): unknown {
  if (!before) return []
  const kind = { post_type: before.type, post_title: before.title, singular_name: singularName(before.type) }
  if (action === 'delete') return kind
  const after = site.posts.find(({ id }) => id === before.id) ?? before
  return {
    post_id: sentId,
    post_type: after.type,
    post_title: after.title,
    post_date: localDate(after),
    post_date_gmt: gmtDate(after),
    new_status: after.status,
    old_status: before.status,
    singular_name: singularName(after.type),
  }
}
