import type { ChildSite, How } from '../child-site.ts'
import { lookAgain } from '../doubt.ts'
import { ConnectorError, outcomeUnknown } from '../errors.ts'
import { toSql } from '../reading/times.ts'
import { asMap, isMap, word } from '../reading/values.ts'
import { type PostSummary, readPosts } from '../snapshot/content.ts'
import { PartReader } from '../snapshot/part-reader.ts'
import { doubleBackslashes, type FormFields } from '../wire/form.ts'
import { ask, type Kit, notDone } from './kit.ts'
import { draftFields, type PostDraft, type PostText, readCreated, readPostText } from './post-text.ts'

export type PostStatus = 'publish' | 'draft' | 'pending' | 'future' | 'private' | 'trash'
export type PostType = 'post' | 'page'

export interface PostRef {
  id: number
  type: PostType
}

export interface PostFilter {
  type: PostType
  statuses: readonly PostStatus[]
  /** Per status. Default 50. */
  limit?: number
  postId?: number
  userId?: number
  keyword?: string
  searchIn?: 'title' | 'content'
  changedAfter?: Date
  changedBefore?: Date
}

/** What can be changed of a post; what is absent stays. */
export interface PostChanges {
  title?: string
  content?: string
  excerpt?: string
  slug?: string
  status?: PostStatus
}

export type PostMove = 'publish' | 'unpublish' | 'trash' | 'restore'

export interface PostCalls {
  listPosts(site: ChildSite, filter: PostFilter, how?: How): Promise<PostSummary[]>
  /** Takes WordPress' edit lock in the name of our administrator. */
  getPost(site: ChildSite, post: PostRef, how?: How): Promise<PostText>
  /** Sent once, whatever happens: `svc_outcome_unknown` means that somebody has to look. */
  createPost(site: ChildSite, draft: PostDraft, how?: How): Promise<{ id: number; status: string; link: string }>
  editPost(site: ChildSite, post: PostRef, changes: PostChanges, how?: How): Promise<void>
  movePost(site: ChildSite, post: PostRef, move: PostMove, how?: How): Promise<{ status: string }>
  /** For good, past the trash. */
  deletePost(site: ChildSite, post: PostRef, how?: How): Promise<void>
}

const afterMove: Record<PostMove, readonly string[]> = {
  // A date in the future turns publishing into scheduling.
  publish: ['publish', 'future'],
  unpublish: ['draft'],
  trash: ['trash'],
  restore: ['draft'],
}
const everyStatus: PostStatus[] = ['publish', 'draft', 'pending', 'future', 'private', 'trash']

export function postCalls(kit: Kit): PostCalls {
  const listPosts: PostCalls['listPosts'] = async (site, filter, how) => {
    const { type, statuses, limit = 50, postId, userId, keyword, searchIn, changedAfter, changedBefore } = filter
    const fields: FormFields = {
      status: statuses.join(','),
      post_type: type,
      maxRecords: limit,
      postId,
      userId,
      keyword,
      search_on: searchIn,
      dtsstart: changedAfter && toSql(changedAfter),
      dtsstop: changedBefore && toSql(changedBefore),
    }
    const call = { function: type === 'page' ? 'get_all_pages' : 'get_all_posts', fields, deadline: 'short' } as const
    const { payload } = await kit.caller.signed(site, call, how)
    return readPosts(new PartReader(kit.clock.now()), 'posts', payload) ?? []
  }

  const act = (site: ChildSite, id: number, action: string, fields: FormFields, how?: How) =>
    ask(kit, site, { function: 'post_action', fields: { action, id, ...fields }, deadline: 'short' }, how)

  /** The post as a list shows it; null when it is gone. */
  const find = async (site: ChildSite, { id, type }: PostRef, how?: How) =>
    (await listPosts(site, { type, statuses: everyStatus, postId: id, limit: 1 }, how)).find(
      (post) => post.id === id,
    ) ?? null

  /** Sends a change of one post; without a usable answer a look at the post tells whether it happened. */
  const change = <Seen>(
    site: ChildSite,
    { id }: PostRef,
    { send, look, happened, provesFailure }: PostChange<Seen>,
    how?: How,
  ) =>
    kit.exclusive(site.id, async () => {
      try {
        await send()
      } catch (doubt) {
        if (!(doubt instanceof ConnectorError) || !doubt.mayHaveArrived) throw doubt
        const seen = await lookAgain(kit, doubt, look, happened, how)
        if (seen !== undefined && happened(seen)) return
        const certain = provesFailure && seen !== undefined && doubt.effect === 'possible'
        throw certain ? doubt : outcomeUnknown(`post ${id} was changed`, doubt)
      }
    })

  const getPost: PostCalls['getPost'] = async (site, { id, type }, how) => {
    const { my_post } = await act(site, id, 'get_edit', { post_type: type }, how)
    const text = isMap(my_post) ? readPostText(my_post, id) : undefined
    if (!text) throw postNotFound(id)
    return text
  }

  return {
    listPosts,
    getPost,
    createPost: (site, draft, how) =>
      kit.exclusive(site.id, async () => {
        try {
          return readCreated(
            await ask(kit, site, { function: 'newpost', fields: draftFields(draft), deadline: 'short' }, how),
          )
        } catch (error) {
          throw error instanceof ConnectorError && error.mayHaveArrived
            ? outcomeUnknown('the post was created', error)
            : error
        }
      }),
    editPost: (site, post, changes, how) =>
      change(
        site,
        post,
        {
          send: async () =>
            requireData(await act(site, post.id, 'update', { post_data: postData(post.id, changes) }, how), post.id),
          look: (again) => getPost(site, post, again),
          happened: (seen) =>
            Object.entries(changes).every(([name, value]) => seen[name as keyof PostChanges] === value),
          // WordPress cleans texts up, so a difference proves nothing.
          provesFailure: false,
        },
        how,
      ),
    async movePost(site, post, move, how) {
      let status = afterMove[move][0]!
      const send = async () => {
        const data = requireData(await act(site, post.id, move, {}, how), post.id)
        status = word(data.new_status) || status
        if (!afterMove[move].includes(status)) throw notDone(`${move} post ${post.id}; it is “${status}” now,`)
      }
      const look = (again: How) => find(site, post, again)
      const happened = (seen: PostSummary | null) => seen !== null && afterMove[move].includes(seen.status)
      await change(site, post, { send, look, happened, provesFailure: true }, how)
      return { status }
    },
    async deletePost(site, post, how) {
      const send = async () => requireData(await act(site, post.id, 'delete', {}, how), post.id)
      const look = (again: How) => find(site, post, again)
      await change(site, post, { send, look, happened: (seen) => seen === null, provesFailure: true }, how)
    },
  }
}

interface PostChange<Seen> {
  send(): Promise<unknown>
  look(how: How): Promise<Seen>
  happened(seen: Seen): boolean
  /** Whether a look that does not show the change shows that it did not happen. */
  provesFailure: boolean
}

/** An action on a post that does not exist is a SUCCESS with nothing in it. */
function requireData(reply: ReturnType<typeof asMap>, id: number) {
  const data = asMap(asMap(reply.other_data).post_action_data)
  if (reply.status === 'SUCCESS' && word(data.post_type) !== '') return data
  throw postNotFound(id)
}

function postNotFound(id: number): ConnectorError {
  return new ConnectorError('svc_not_found_on_site', `The site has no post or page ${id}, or cannot change it.`, {
    reason: 'not_found',
  })
}

function postData(id: number, { title, content, excerpt, slug, status }: PostChanges): FormFields {
  const text = (value: string | undefined) => (value === undefined ? undefined : doubleBackslashes(value))
  return {
    ID: id,
    post_title: text(title),
    post_content: text(content),
    post_excerpt: text(excerpt),
    post_name: slug,
    post_status: status,
  }
}
