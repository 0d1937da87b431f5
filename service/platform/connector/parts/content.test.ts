import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

let world: TestFleet
beforeAll(async () => {
  world = await openFleet()
})
afterAll(() => world.close())
beforeEach(() => void world.next())

describe('posts and pages', () => {
  const draft = { type: 'post', title: 'News', content: 'Text', status: 'draft' } as const

  it('are created, read, changed, moved and deleted', async () => {
    const { child, site } = world.here()
    const content = 'a back\\slash, "quotes", 100% <b>bold</b> 🎉'
    const { id } = await world.connector.createPost(site, {
      ...draft,
      content,
      tags: ['50%', 'b'],
      categories: ['Harbour'],
    })
    const post = { id, type: 'post' } as const
    expect(await world.connector.getPost(site, post)).toMatchObject({
      title: 'News',
      content,
      status: 'draft',
      tags: ['50%', 'b'],
      categories: ['Harbour'],
    })
    await world.connector.editPost(site, post, { title: 'C:\\new' })
    expect((await world.connector.getPost(site, post)).title).toBe('C:\\new')
    expect(await world.connector.movePost(site, post, 'publish')).toEqual({ status: 'publish' })
    const listed = await world.connector.listPosts(site, { type: 'post', statuses: ['publish'], postId: id })
    expect(listed).toMatchObject([{ id, status: 'publish', categories: ['Harbour'] }])
    expect(await world.connector.movePost(site, post, 'trash')).toEqual({ status: 'trash' })
    expect(await world.connector.movePost(site, post, 'restore')).toEqual({ status: 'draft' })
    await world.connector.deletePost(site, post)
    expect(child.posts.find((each) => each.id === id)).toBeUndefined()
  })

  it('are listed by status and type', async () => {
    const { child, site } = world.here()
    const pages = await world.connector.listPosts(site, { type: 'page', statuses: ['publish', 'draft'], limit: 100 })
    expect(pages.length).toBeGreaterThan(0)
    expect(pages.every(({ type }) => type === 'page')).toBe(true)
    const published = await world.connector.listPosts(site, { type: 'post', statuses: ['publish'], limit: 1000 })
    expect(published.length).toBe(
      child.posts.filter(({ type, status }) => type === 'post' && status === 'publish').length,
    )
  })

  it('that do not exist are errors, whatever the site says', async () => {
    const { site } = world.here()
    const post = { id: 999_999, type: 'post' } as const
    const missing = { code: 'svc_not_found_on_site' }
    await expect(world.connector.movePost(site, post, 'trash')).rejects.toMatchObject(missing)
    await expect(world.connector.movePost(site, post, 'publish')).rejects.toMatchObject(missing)
    await expect(world.connector.editPost(site, post, { title: 'x' })).rejects.toMatchObject(missing)
    await expect(world.connector.deletePost(site, post)).rejects.toMatchObject(missing)
  })

  it('are never created twice: a lost answer is "unknown"', async () => {
    const { child, site } = world.here()
    child.misbehave('cut-after', { on: 'newpost', times: 1 })
    await expect(world.connector.createPost(site, draft)).rejects.toMatchObject({
      code: 'svc_outcome_unknown',
      retryable: false,
    })
    expect(child.counts.newpost).toBe(1)
    await expect(world.connector.createPost(site, { ...draft, title: '', content: '' })).rejects.toMatchObject({
      code: 'svc_site_error',
    })
  })

  it('are known to have moved although the answer was lost', async () => {
    const { child, site } = world.here()
    const { id } = await world.connector.createPost(site, draft)
    const post = { id, type: 'post' } as const
    child.misbehave('http-500-after', { on: 'post_action', times: 1 })
    await world.connector.movePost(site, post, 'trash')
    child.misbehave('http-500', { on: 'post_action', times: 1 })
    await expect(world.connector.movePost(site, post, 'restore')).rejects.toMatchObject({ code: 'svc_site_error' })
    child.misbehave('reset', { on: 'post_action', times: 1 })
    await expect(world.connector.movePost(site, post, 'restore')).rejects.toMatchObject({ code: 'svc_outcome_unknown' })
  })

  it('are known to have been edited only when the text says so', async () => {
    const { child, site } = world.here()
    const { id } = await world.connector.createPost(site, draft)
    const post = { id, type: 'post' } as const
    child.misbehave('cut-after', { on: 'post_action', times: 1 })
    await world.connector.editPost(site, post, { title: 'Renamed', content: 'Other text' })
    child.misbehave('reset', { on: 'post_action', times: 1 })
    await expect(world.connector.editPost(site, post, { content: 'Third' })).rejects.toMatchObject({
      code: 'svc_outcome_unknown',
    })
  })
})

describe('comments', () => {
  const first = async () => {
    const { child, site } = world.here()
    const post = child.posts[0]!
    child.comments = [1, 2, 3].map((id) => ({
      id,
      postId: post.id,
      author: 'Vera',
      email: `vera${id}@example.com`,
      url: '',
      ip: '203.0.113.7',
      content: 'Nice',
      written: 1_790_000_000,
      status: 'unapproved',
    }))
    const [comment] = await world.connector.listComments(site, { statuses: ['approved', 'pending'], limit: 5 })
    return { site, comment: comment! }
  }
  const statusOf = (id: number) => world.here().child.comments.find((comment) => comment.id === id)?.status

  it('are listed with readable addresses', async () => {
    const { comment } = await first()
    expect(comment.authorEmail).toMatch(/^[^@&;]+@[^@&;]+$/)
    expect(comment.writtenAt).toBeInstanceOf(Date)
  })

  it('are moderated one by one and together', async () => {
    const { site, comment } = await first()
    for (const [action, status] of [
      ['spam', 'spam'],
      ['unspam', 'unapproved'],
      ['approve', 'approved'],
      ['unapprove', 'unapproved'],
      ['trash', 'trash'],
    ] as const) {
      await world.connector.moderateComment(site, comment, action)
      expect(statusOf(comment.id)).toBe(status)
    }
    await world.connector.moderateComment(site, comment, 'delete')
    expect(statusOf(comment.id)).toBeUndefined()
    const others = await world.connector.listComments(site, { statuses: ['approved', 'pending'], limit: 2 })
    const ids = others.map(({ id }) => id)
    expect(await world.connector.moderateComments(site, ids, 'spam')).toEqual({ tried: ids.length })
    expect(ids.map(statusOf)).toEqual(ids.map(() => 'spam'))
  })

  it('that do not exist are an error, although the site breaks off', async () => {
    const { site } = world.here()
    await expect(world.connector.moderateComment(site, { id: 999_999 }, 'approve')).rejects.toMatchObject({
      code: 'svc_not_found_on_site',
    })
  })

  it('are known to have changed although the answer was lost', async () => {
    const { site, comment } = await first()
    world.here().child.misbehave('cut-after', { on: 'comment_action', times: 1 })
    await world.connector.moderateComment(site, { id: comment.id, postId: comment.postId! }, 'spam')
    expect(statusOf(comment.id)).toBe('spam')
  })
})

describe('users', () => {
  const user = { login: 'mila', email: 'mila@example.com', password: 'p"\'\\w 1', role: 'author', firstName: 'Mila' }

  it('are created, found, changed and deleted', async () => {
    const { child, site } = world.here()
    const { id } = await world.connector.createUser(site, user)
    expect(await world.connector.listUsers(site, ['author'])).toContainEqual(
      expect.objectContaining({ id, login: 'mila', roles: ['author'] }),
    )
    expect(await world.connector.searchUsers(site, { text: 'mila', in: ['user_login'] })).toMatchObject([{ id }])
    await world.connector.updateUser(site, id, { displayName: 'Mila M.', email: 'm@example.com' })
    expect(child.user('mila')).toMatchObject({ displayName: 'Mila M.', email: 'm@example.com', role: 'author' })
    await world.connector.changeRole(site, id, 'editor')
    expect(child.user('mila')?.role).toBe('editor')
    await world.connector.setUserPassword(site, id, 'another "one"\\')
    expect(child.passwords.get('mila')).toBe('another "one"\\')
    await world.connector.deleteUser(site, id)
    expect(child.user('mila')).toBeUndefined()
  })

  it('that exist already or do not exist are errors', async () => {
    const { site } = world.here()
    await world.connector.createUser(site, user)
    await expect(world.connector.createUser(site, user)).rejects.toMatchObject({ code: 'svc_site_error' })
    await expect(world.connector.deleteUser(site, 999_999)).rejects.toMatchObject({ code: 'svc_not_found_on_site' })
  })

  it('are never created twice', async () => {
    const { child, site } = world.here()
    child.misbehave('cut-after', { on: 'newuser', times: 1 })
    const { id } = await world.connector.createUser(site, user)
    expect(child.user('mila')?.id).toBe(id)
    expect(child.counts.newuser).toBe(1)
    child.misbehave('http-500', { on: 'newuser', times: 1 })
    await expect(world.connector.createUser(site, { ...user, login: 'nils' })).rejects.toMatchObject({
      code: 'svc_site_error',
    })
  })

  it('include our administrator, whose password can be changed', async () => {
    const { child, site } = world.here()
    await world.connector.readSite(site, { parts: [] })
    await world.connector.setAdminPassword(site, 'new "password"')
    expect(child.passwords.get('admin')).toBe('new "password"')
    expect(site.cookies?.size).toBe(0)
  })
})
