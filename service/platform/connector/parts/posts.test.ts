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
