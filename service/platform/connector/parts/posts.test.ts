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

  it('keep all fields of a draft, and fields that a change does not name', async () => {
    const { child, site } = world.here()
    const image = 'https://pictures.example/harbour.jpg'
    const { id } = await world.connector.createPost(site, {
      ...draft,
      type: 'page',
      date: '2026-11-01 10:00:00',
      publishAt: new Date('2026-11-01T10:00:00Z'),
      status: 'publish',
      password: 'a\\b',
      commentsOpen: false,
      pingsOpen: false,
      sticky: true,
      custom: { colour: ['blue \\ green'] },
      featuredImage: image,
    })
    const post = { id, type: 'page' }
    const text = await world.connector.getPost(site, post)
    expect(text).toMatchObject({
      type: 'page',
      date: '2026-11-01 10:00:00',
      dateGmt: '2026-11-01 10:00:00',
      password: 'a\\b',
      commentsOpen: false,
      pingsOpen: false,
      sticky: true,
      custom: { colour: ['blue \\ green'] },
      gallery: [],
      featuredImage: image,
    })
    await world.connector.editPost(site, post, { commentsOpen: true, dateGmt: '2026-11-02 08:00:00', password: '' })
    await world.connector.setCustomFields(site, post, { depth: '3\\4' })
    expect(await world.connector.getPost(site, post)).toEqual({
      ...text,
      commentsOpen: true,
      date: '2026-11-02 08:00:00',
      dateGmt: '2026-11-02 08:00:00',
      password: '',
      custom: { colour: ['blue \\ green'], depth: ['3\\4'] },
    })
    child.setFault('cut-after', { on: 'newpost', times: 1 })
    await world.connector.rewritePost(site, post, { ...draft, type: 'page', tags: ['sea'], categories: ['Harbour'] })
    expect(await world.connector.getPost(site, post)).toMatchObject({ tags: ['sea'], sticky: false, featuredImage: '' })
  })

  it('are scheduled in the local time of the site, although it ignores such a date at creation', async () => {
    const { child, site } = world.here()
    const date = '2040-01-02 03:04:05'
    const { id, status } = await world.connector.createPost(site, { ...draft, status: 'future', date })
    const post = { id, type: 'post' }
    expect(status).toBe('future')
    expect(await world.connector.getPost(site, post)).toMatchObject({ status: 'future', date, dateGmt: date })
    await world.connector.rewritePost(site, post, { ...draft, status: 'future', date: '2041-01-02 03:04:05' })
    expect(await world.connector.getPost(site, post)).toMatchObject({ status: 'future', date: '2041-01-02 03:04:05' })
    child.setFault('cut-after', { on: 'post_action', times: 1 })
    await expect(world.connector.createPost(site, { ...draft, status: 'future', date })).rejects.toMatchObject({
      code: 'svc_outcome_unknown',
      message: expect.stringContaining('created as a draft'),
    })
  })

  it('have the given title, although the site writes & as an entity', async () => {
    const { child, site } = world.here()
    const title = 'Fish & chips &lt; AT&T; R&D'
    const { id } = await world.connector.createPost(site, { ...draft, title, excerpt: 'salt & vinegar' })
    expect(child.posts.find((post) => post.id === id)?.title).toContain('Fish &amp; chips')
    const read = await world.connector.getPost(site, { id, type: 'post' })
    expect(read).toMatchObject({ title, excerpt: 'salt & vinegar' })
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

  it('that do not exist are errors for any answer of the site', async () => {
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
    child.setFault('cut-after', { on: 'newpost', times: 1 })
    await expect(world.connector.createPost(site, draft)).rejects.toMatchObject({
      code: 'svc_outcome_unknown',
      retryable: false,
    })
    expect(child.counts.newpost).toBe(1)
    await expect(world.connector.createPost(site, { ...draft, title: '', content: '' })).rejects.toMatchObject({
      code: 'svc_site_error',
    })
  })

  it('are verified as moved when the answer was lost', async () => {
    const { child, site } = world.here()
    const { id } = await world.connector.createPost(site, draft)
    const post = { id, type: 'post' } as const
    child.setFault('http-500-after', { on: 'post_action', times: 1 })
    await world.connector.movePost(site, post, 'trash')
    child.setFault('http-500', { on: 'post_action', times: 1 })
    await expect(world.connector.movePost(site, post, 'restore')).rejects.toMatchObject({ code: 'svc_site_error' })
    child.setFault('reset', { on: 'post_action', times: 1 })
    await expect(world.connector.movePost(site, post, 'restore')).rejects.toMatchObject({ code: 'svc_outcome_unknown' })
  })

  it('are verified as edited only if the text shows it', async () => {
    const { child, site } = world.here()
    const { id } = await world.connector.createPost(site, draft)
    const post = { id, type: 'post' } as const
    child.setFault('cut-after', { on: 'post_action', times: 1 })
    await world.connector.editPost(site, post, { title: 'Renamed', content: 'Other text' })
    child.setFault('reset', { on: 'post_action', times: 1 })
    await expect(world.connector.editPost(site, post, { content: 'Third' })).rejects.toMatchObject({
      code: 'svc_outcome_unknown',
    })
  })
})

it('the title of the site is read as it is in its settings', async () => {
  const { child, site } = world.here()
  child.title = 'Bakery & “Sons”'
  expect(await world.connector.readTitle(site)).toBe('Bakery & “Sons”')
  child.posts = child.posts.filter(({ type }) => type === 'page')
  expect(await world.connector.readTitle(site)).toBe('Bakery & “Sons”')
  child.posts = []
  expect(await world.connector.readTitle(site)).toBe('')
})
