import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { Comment, Post } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import { call, keyPair, server, type Values } from '../testing/dashboard.ts'

let fleet: Fleet
let site: Site

const aPost = (id: number, status: string, more: Partial<Post> = {}): Post => ({
  id,
  type: 'post',
  status,
  title: `Post ${id}`,
  content: `Text of ${id}`,
  authorId: 1,
  published: 1_700_000_000 + id,
  created: 1_700_000_000 + id,
  modified: 1_700_000_000 + id,
  categories: ['News'],
  tags: [],
  ...more,
})
const aComment = (id: number, status: Comment['status']): Comment => ({
  id,
  postId: 1,
  author: 'A',
  email: 'a@b.example',
  url: '',
  ip: '',
  content: `comment ${id}`,
  written: id,
  status,
})

beforeEach(async () => {
  fleet = await startFleet({ sites: 1 })
  site = fleet.sites[0]!
  site.connect({ publicKey: keyPair().publicKey, server })
  site.posts = [
    aPost(1, 'publish'),
    aPost(2, 'publish'),
    aPost(3, 'draft'),
    aPost(4, 'trash'),
    aPost(5, 'publish', { type: 'page' }),
  ]
  site.comments = [aComment(1, 'approved'), aComment(2, 'unapproved'), aComment(3, 'spam'), aComment(4, 'trash')]
})
afterEach(() => fleet.close())

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
const posts = async (values: Values) => (await call(site.url, 'get_all_posts', values)).payload
const ids = (items: { id: unknown }[]) => items.map(({ id }) => id)
const onPost = (action: string, id: number, values: Values = {}) =>
  call(site.url, 'post_action', { action, id, ...values })
const create = (post: object, values: Values = {}) => call(site.url, 'newpost', { new_post: base64(post), ...values })

describe('post lists', () => {
  it('are an empty text without a status', async () => {
    expect(await posts({})).toBe('')
  })

  it('limit the records per status, newest first', async () => {
    expect(ids(await posts({ status: 'publish,draft', maxRecords: 1 }))).toEqual([2, 3])
    expect(ids(await posts({ status: 'any' }))).toEqual([3, 2, 1])
    expect(ids((await call(site.url, 'get_all_pages', { status: 'publish' })).payload)).toEqual([5])
  })

  it('filter by id, author, terms and time', async () => {
    expect(ids(await posts({ status: 'any', postId: 2 }))).toEqual([2])
    expect(ids(await posts({ status: 'any', userId: 9 }))).toEqual([])
    expect(ids(await posts({ status: 'any', keyword: 'text of 2' }))).toEqual([2])
    expect(ids(await posts({ status: 'any', keyword: 'text of 2', search_on: 'title' }))).toEqual([])
    expect(ids(await posts({ status: 'any', dtsstart: '2023-11-14 22:13:21' }))).toEqual([3, 2])
  })
})

describe('new posts', () => {
  it('are created with categories and tags', async () => {
    const { payload } = await create(
      { post_title: '<b>Big</b> news', post_content: 'x', post_status: 'publish', post_tags: 'a,b%20c' },
      { post_category: base64('Offers,News') },
    )
    expect(payload).toMatchObject({ added: true, link: `${site.siteUrl}/big-news/` })
    expect(site.posts.at(-1)).toMatchObject({ title: 'Big news', tags: ['a', 'b c'], categories: ['Offers', 'News'] })
    expect(site.categories.map(({ name }) => name)).toContain('Offers')
    expect(site.journal[0]!.effects[0]).toMatchObject({ what: 'post created', subject: String(payload.added_id) })
  })

  it('lose single backslashes', async () => {
    const { payload } = await create({ post_title: 'a\\b', post_content: 'c\\\\d' })
    expect(site.posts.find(({ id }) => id === payload.added_id)).toMatchObject({ title: 'ab', content: 'c\\d' })
  })

  it('are refused without title and content, or with an unknown id', async () => {
    expect((await create({})).payload.error).toBe('Empty post id')
    expect((await create({ ID: 999, post_title: 'x' })).payload.error).toBe('Empty post id')
  })

  it('edit when an id is sent, and lose the picture when none is sent', async () => {
    site.posts = [aPost(1, 'publish', { featuredImage: 'https://x.example/a.jpg' })]
    expect((await create({ ID: 1, post_title: 'Changed' })).payload.other_data.new_post_data.is_editing).toBe(1)
    expect(site.posts[0]).toMatchObject({ title: 'Changed', content: 'Text of 1' })
    expect(site.posts[0]).not.toHaveProperty('featuredImage')
  })

  it('respect the edit lock of another user', async () => {
    site.posts = [aPost(1, 'publish', { lock: { login: 'ed', until: site.now() + 100 } })]
    expect((await create({ ID: 1, post_title: 'x' })).payload.error).toMatch(/^This content is currently locked/)
  })
})

describe('post actions', () => {
  it('return ids as sent, and old and new status', async () => {
    const { payload } = await onPost('trash', 1)
    expect(payload.other_data.post_action_data).toMatchObject({
      post_id: '1',
      new_status: 'trash',
      old_status: 'publish',
    })
    expect((await onPost('restore', 1)).payload.other_data.post_action_data.new_status).toBe('draft')
  })

  it('report success for unknown posts, except for publish', async () => {
    expect((await onPost('trash', 99)).payload).toMatchObject({
      status: 'SUCCESS',
      other_data: { post_action_data: [] },
    })
    expect((await onPost('publish', 99)).payload.status).toBe('FAIL')
    expect((await onPost('explode', 1)).payload.status).toBe('FAIL')
  })

  it('update the given fields only', async () => {
    await onPost('update', 1, { post_data: { ID: 1, post_title: 'New <i>title</i>' } })
    expect(site.posts[0]).toMatchObject({ title: 'New title', content: 'Text of 1', status: 'publish' })
    const columns = {
      post_password: 'x',
      comment_status: 'closed',
      post_date: '2026-11-01 10:00:00',
      post_date_gmt: '',
    }
    await onPost('update', 1, { post_data: { ID: 1, ...columns } })
    expect(site.posts[0]).toMatchObject({ password: 'x', commentStatus: 'closed', pingStatus: 'open' })
    expect(site.posts[0]!.published).toBe(Date.parse('2026-11-01T10:00:00Z') / 1000)
  })

  it('return everything for editing and lock the post, without a journal entry', async () => {
    const { my_post } = (await onPost('get_edit', 1, { post_type: 'post' })).payload
    expect(JSON.parse(Buffer.from(my_post.new_post, 'base64').toString())).toMatchObject({
      edit_id: '1',
      post_content: 'Text of 1',
    })
    expect(site.posts[0]!.lock?.login).toBe('admin')
    expect(site.journal).toEqual([])
  })

  it('delete permanently', async () => {
    await onPost('delete', 4)
    expect(ids(site.posts)).toEqual([1, 2, 3, 5])
  })
})

describe('comments', () => {
  const comments = async (values: Values = {}) => ids((await call(site.url, 'get_all_comments', values)).payload)
  const act = (action: string, id: number) => call(site.url, 'comment_action', { action, id })

  it('are listed by status, approved and pending by default', async () => {
    expect(await comments()).toEqual(['2', '1'])
    expect(await comments({ status: 'spam,trash' })).toEqual(['3', '4'])
    expect(await comments({ keyword: 'COMMENT 2' })).toEqual(['2'])
  })

  it('return to their former status', async () => {
    await act('spam', 1)
    await act('unspam', 1)
    expect(site.comments[0]!.status).toBe('approved')
  })

  it('end in a fatal error for an unknown id', async () => {
    expect((await act('approve', 99)).status).toBe(500)
    expect((await act('explode', 1)).payload.status).toBe('FAIL')
  })

  it('count the ids tried in bulk, not those found', async () => {
    const { payload } = await call(site.url, 'comment_bulk_action', { action: 'delete', ids: '1,99' })
    expect(payload).toEqual({ success: 2 })
    expect(site.comments).toHaveLength(3)
  })

  it('are deleted by maintenance, pending ones too', async () => {
    const { payload } = await call(site.url, 'maintenance_site', { options: ['spam', 'pending', 'trashpost'] })
    expect(payload.status).toBe('SUCCESS')
    expect(ids(site.comments)).toEqual([1, 4])
    expect(ids(site.posts)).toEqual([1, 2, 3, 5])
    expect((await call(site.url, 'maintenance_site', {})).payload.status).toBe('FAIL')
  })
})

describe('the dates of a new post', () => {
  const dates = { post_date: '2040-01-01 00:00:00', post_date_gmt: '2040-01-01 00:00:00' }
  const future = { post_title: 'x', post_status: 'future' }
  const created = async (post: object) => {
    const { payload } = await create(post)
    return site.posts.find(({ id }) => id === payload.added_id)
  }

  it('are stored when a UTC date is sent', async () => {
    expect(await created({ ...future, ...dates })).toMatchObject({ status: 'future', published: 2_208_988_800 })
  })

  it('are lost without it, and a scheduled post is published at once', async () => {
    const post = await created({ ...future, post_date: dates.post_date })
    expect(post).toMatchObject({ status: 'publish' })
    expect(post?.published).toBeLessThan(2_208_988_800)
  })

  it('can be edited with edit_date', async () => {
    const edit = { ID: 3, ...future, post_date: dates.post_date, post_date_gmt: '' }
    await create({ ...edit, edit_date: 1 })
    expect(site.posts.find(({ id }) => id === 3)).toMatchObject({ status: 'future', published: 2_208_988_800 })
  })
})

it('a lone & of a new title becomes an entity', async () => {
  const { payload } = await create({ post_title: 'a & b &lt; c', post_content: 'a & b' })
  const post = site.posts.find(({ id }) => id === payload.added_id)
  expect(post).toMatchObject({ title: 'a &amp; b &lt; c', content: 'a & b' })
})
