import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError, outcomeUnknown } from '../errors.ts'
import { asMap, keyword, type WireMap } from '../reading/values.ts'
import { recheckUntilSettled } from '../recheck.ts'
import type { PostSummary } from '../snapshot/content.ts'
import { doubleBackslashes, type FormFields } from '../wire/form.ts'
import { callForMap, changeNotMade, type Kit } from './kit.ts'
import { metaFields } from './post-parts.ts'
import {
  type CreatedPost,
  type DatedDraft,
  draftFields,
  isDatedByLocalClock,
  openOrClosed,
  type PostDraft,
  type PostText,
  readCreated,
} from './post-text.ts'
import { missingPost, type PostReadingCalls, type PostRef, type PostStatus, postAction } from './posts.ts'

/** Changes of a post; absent fields stay. */
export interface PostChanges {
  title?: string
  content?: string
  excerpt?: string
  slug?: string
  status?: PostStatus
  /** Empty: removes the password. */
  password?: string
  commentsOpen?: boolean
  pingsOpen?: boolean
  /** In the site's local time, `YYYY-MM-DD HH:MM:SS`; an absent one of the two dates follows the other. */
  date?: string
  /** In UTC. */
  dateGmt?: string
}

export type PostMove = 'publish' | 'unpublish' | 'trash' | 'restore'

export interface PostChangeCalls {
  /** Always sent once: `svc_outcome_unknown` means that a person has to check. */
  createPost(site: ChildSite, draft: PostDraft, how?: How): Promise<CreatedPost>
  editPost(site: ChildSite, post: PostRef, changes: PostChanges, how?: How): Promise<void>
  /** Replaces a whole post, its image too: fields that the draft lacks are removed. */
  rewritePost(site: ChildSite, post: PostRef, draft: PostDraft, how?: How): Promise<void>
  /** Sets custom fields; others stay. */
  setCustomFields(site: ChildSite, post: PostRef, values: Readonly<Record<string, string>>, how?: How): Promise<void>
  movePost(site: ChildSite, post: PostRef, move: PostMove, how?: How): Promise<{ status: string }>
  /** Permanently, without the trash. */
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

interface Change<Seen> {
  send(): Promise<unknown>
  readBack(how: How): Promise<Seen>
  happened(seen: Seen): boolean
  /** Whether a reading without the change proves that it did not happen. */
  provesFailure: boolean
}

export function postChangeCalls(kit: Kit, { listPosts, getPost }: PostReadingCalls): PostChangeCalls {
  /** The post as in a list; null if it does not exist. */
  const find = async (site: ChildSite, { id, type }: PostRef, how: How) => {
    const found = await listPosts(site, { type, statuses: everyStatus, postId: id, limit: 1 }, how)
    return found.find((post) => post.id === id) ?? null
  }

  /** Sends a change of one post; without a usable answer reading the post shows whether it happened. */
  const change = <Seen>(site: ChildSite, { id }: PostRef, edit: Change<Seen>, how?: How): Promise<void> =>
    kit.locks.hold(site.id, async () => {
      try {
        await edit.send()
      } catch (doubt) {
        if (!(doubt instanceof ConnectorError) || !doubt.mayHaveArrived) throw doubt
        const seen = await recheckUntilSettled(kit, doubt, edit.readBack, edit.happened, how)
        if (seen !== undefined && edit.happened(seen)) return
        const certain = edit.provesFailure && seen !== undefined && doubt.effect === 'possible'
        throw certain ? doubt : outcomeUnknown(`post ${id} was changed`, doubt)
      }
    })

  const act = async (site: ChildSite, { id }: PostRef, action: string, fields: FormFields, how?: How) =>
    requireData(await postAction(kit, site, id, action, fields, how), id)

  const create = async (site: ChildSite, fields: FormFields, how?: How) => {
    try {
      return readCreated(await callForMap(kit, site, { function: 'newpost', fields, deadline: 'short' }, how))
    } catch (error) {
      const unknown = error instanceof ConnectorError && error.mayHaveArrived
      throw unknown ? outcomeUnknown('the post was created', error) : error
    }
  }

  const putOnDate = async (site: ChildSite, created: CreatedPost, draft: DatedDraft, how?: How) => {
    const { type, status, date } = draft
    const { id } = created
    try {
      const data = await act(site, { id, type }, 'update', { post_data: postData(id, { status, date }) }, how)
      return { ...created, status: keyword(data.new_status) || status }
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
      throw outcomeUnknown(`post ${id}, created as a draft, got its date`, error)
    }
  }

  return {
    createPost: (site, draft, how) =>
      kit.locks.hold(site.id, async () => {
        if (!isDatedByLocalClock(draft)) return create(site, draftFields(draft), how)
        // With its status it would be published at once, without its date.
        const created = await create(site, draftFields({ ...draft, status: 'draft' }), how)
        return putOnDate(site, created, draft, how)
      }),
    editPost(site, post, changes, how) {
      const send = () => act(site, post, 'update', { post_data: postData(post.id, changes) }, how)
      const readBack = (again: How) => getPost(site, post, again)
      const happened = (seen: object) =>
        Object.entries(changes).every(([name, value]) => value === undefined || value === Reflect.get(seen, name))
      // WordPress cleans texts up, so a difference proves nothing.
      return change(site, post, { send, readBack, happened, provesFailure: false }, how)
    },
    rewritePost(site, post, draft, how) {
      const call = { function: 'newpost', fields: draftFields(draft, post.id), deadline: 'short' } as const
      const send = async () => readCreated(await callForMap(kit, site, call, how))
      const readBack = (again: How) => getPost(site, post, again)
      const happened = (seen: PostText) =>
        seen.title === draft.title &&
        seen.content === draft.content &&
        seen.status === draft.status &&
        String(seen.tags) === String(draft.tags ?? []) &&
        String(seen.categories) === String(draft.categories ?? [])
      return change(site, post, { send, readBack, happened, provesFailure: false }, how)
    },
    setCustomFields(site, post, values, how) {
      const send = () => act(site, post, 'update_meta', { values: metaFields(values) }, how)
      const readBack = (again: How) => getPost(site, post, again)
      const happened = ({ custom }: PostText) =>
        Object.entries(values).every(([name, value]) => custom[name]?.[0] === value)
      return change(site, post, { send, readBack, happened, provesFailure: false }, how)
    },
    async movePost(site, post, move, how) {
      let [status = ''] = afterMove[move]
      const send = async () => {
        status = keyword((await act(site, post, move, {}, how)).new_status) || status
        if (!afterMove[move].includes(status)) throw changeNotMade(`${move} post ${post.id}; it is “${status}” now,`)
      }
      const readBack = (again: How) => find(site, post, again)
      const happened = (seen: PostSummary | null) => seen !== null && afterMove[move].includes(seen.status)
      await change(site, post, { send, readBack, happened, provesFailure: true }, how)
      return { status }
    },
    async deletePost(site, post, how) {
      const send = () => act(site, post, 'delete', {}, how)
      const readBack = (again: How) => find(site, post, again)
      await change(site, post, { send, readBack, happened: (seen) => seen === null, provesFailure: true }, how)
    },
  }
}

/** An action on a post that does not exist returns SUCCESS without data. */
function requireData(reply: WireMap, id: number): WireMap {
  const data = asMap(asMap(reply.other_data).post_action_data)
  if (reply.status === 'SUCCESS' && keyword(data.post_type) !== '') return data
  throw missingPost(id)
}

function postData(id: number, changes: PostChanges): FormFields {
  const { title, content, excerpt, slug, status, password, commentsOpen, pingsOpen, date, dateGmt } = changes
  const text = (value: string | undefined) => (value === undefined ? undefined : doubleBackslashes(value))
  const dated = date !== undefined || dateGmt !== undefined
  return {
    ID: id,
    post_title: text(title),
    post_content: text(content),
    post_excerpt: text(excerpt),
    post_name: slug,
    post_status: status,
    post_password: text(password),
    comment_status: commentsOpen === undefined ? undefined : openOrClosed(commentsOpen),
    ping_status: pingsOpen === undefined ? undefined : openOrClosed(pingsOpen),
    // WordPress derives an empty date from the other one; for a draft it uses dates only with edit_date.
    ...(dated && { post_date: date ?? '', post_date_gmt: dateGmt ?? '', edit_date: 1 }),
  }
}
