import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { maxLength } from '../reading/limits.ts'
import { line } from '../reading/text.ts'
import { toSql } from '../reading/times.ts'
import { isMap } from '../reading/values.ts'
import { type PostSummary, readPosts } from '../snapshot/content.ts'
import { PartReader } from '../snapshot/part-reader.ts'
import type { FormFields } from '../wire/form.ts'
import { callForMap, type Kit } from './kit.ts'
import { type PostText, type PostType, readPostText } from './post-text.ts'

export type { PostType }

export type PostStatus = 'publish' | 'draft' | 'pending' | 'future' | 'private' | 'trash'

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
  /** In the site's local time. */
  changedAfter?: Date
  changedBefore?: Date
}

export interface PostReadingCalls {
  listPosts(site: ChildSite, filter: PostFilter, how?: How): Promise<PostSummary[]>
  /** The title of the site, from the settings of WordPress; '' if the site has no published post or page to read it with. */
  readTitle(site: ChildSite, how?: How): Promise<string>
  /** Takes WordPress' edit lock in the name of our administrator. */
  getPost(site: ChildSite, post: PostRef, how?: How): Promise<PostText>
}

const titleToken = '[post.website.name]'

export function postReadingCalls(kit: Kit): PostReadingCalls {
  return {
    async listPosts(site, filter, how) {
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
      const name = type === 'page' ? 'get_all_pages' : 'get_all_posts'
      const { payload } = await kit.caller.signed(site, { function: name, fields, deadline: 'short' }, how)
      return readPosts(new PartReader(kit.clock.now()), 'posts', payload) ?? []
    },
    async readTitle(site, how) {
      // Syncs have no title. A list of posts replaces tokens, and 3 means posts and pages.
      const fields: FormFields = {
        status: 'publish',
        maxRecords: 1,
        extract_tokens: Buffer.from(JSON.stringify([titleToken])).toString('base64'),
        extract_post_type: 3,
      }
      const call = { function: 'get_all_posts', fields, deadline: 'short' } as const
      const { payload } = await kit.caller.signed(site, call, how)
      const [post] = Array.isArray(payload) ? payload : []
      return isMap(post) ? line(post[titleToken], maxLength.name) : ''
    },
    async getPost(site, { id, type }, how) {
      const { my_post } = await postAction(kit, site, id, 'get_edit', { post_type: type }, how)
      const text = isMap(my_post) ? readPostText(my_post, id) : undefined
      if (!text) throw missingPost(id)
      return text
    },
  }
}

export function postAction(kit: Kit, site: ChildSite, id: number, action: string, fields: FormFields, how?: How) {
  return callForMap(kit, site, { function: 'post_action', fields: { action, id, ...fields }, deadline: 'short' }, how)
}

export function missingPost(id: number): ConnectorError {
  const sentence = `The site has no post or page ${id}, or cannot change it.`
  return new ConnectorError('svc_not_found_on_site', sentence, { reason: 'not_found' })
}
