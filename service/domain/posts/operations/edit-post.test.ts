import { describe, expect, it } from 'vitest'
import { aPost, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(1)
const edit = (payload: object, method = 'PUT') => fixture.rest(`${method} /posts/1/5/edit`, payload)
const first = () => fixture.sites[0]!
const image = 'http://127.0.0.1/harbour.jpg'
const rich = () =>
  aPost(5, {
    authorId: first().addUser({ login: 'ed', role: 'editor' }).id,
    excerpt: 'Short',
    password: 'for readers',
    commentStatus: 'closed',
    pingStatus: 'closed',
    sticky: true,
    tags: ['sea'],
    categories: ['Harbour'],
    featuredImage: image,
    meta: { colour: ['blue'] },
  })

describe('an edit', () => {
  it('changes only the sent fields', async () => {
    const before = rich()
    first().posts = [before]
    const { status, body } = await edit({ post_title: 'Back\\slash' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: 'Post updated.', changed: true, not_applied: [] })
    expect(body.data).toMatchObject({
      post_title: 'Back\\slash',
      post_content: 'Text of 5',
      post_featured_image: image,
    })
    const { lock: _, ...after } = first().posts[0]!
    expect(after).toEqual({ ...before, title: 'Back\\slash', modified: after.modified })
  })

  it('of tags, categories or images sends back author, date, image and custom fields unchanged', async () => {
    const before = rich()
    first().posts = [before]
    const { body } = await edit({ post_tags: 'wind,waves', post_title: 'Windy' }, 'PATCH')
    expect(body).toMatchObject({ success: 1, changed: true, not_applied: [], data: { post_tags: 'wind, waves' } })
    const { lock: _, ...after } = first().posts[0]!
    expect(after).toEqual({ ...before, title: 'Windy', tags: ['wind', 'waves'], modified: after.modified })
  })

  it('that publishes a draft does not publish it under the date of its creation', async () => {
    first().posts = [aPost(5, { status: 'draft', published: null, created: 1_700_000_000 })]
    const { body } = await edit({ post_status: 'publish', post_tags: 'wind' })
    expect(body).toMatchObject({ changed: true, data: { post_status: 'publish' } })
    expect(first().posts[0]!.published).toBeGreaterThan(1_700_000_000)
  })

  it('sets columns, custom fields and dates', async () => {
    first().posts = [rich()]
    const { body } = await edit({
      post_status: 'draft',
      post_name: 'new-name',
      comment_status: 'open',
      ping_status: 'open',
      post_date_gmt: '2026-11-03T07:00:00Z',
      post_custom: { depth: '7' },
    })
    expect(body).toMatchObject({ changed: true, not_applied: [] })
    expect(first().posts[0]).toMatchObject({
      status: 'draft',
      name: 'new-name',
      commentStatus: 'open',
      pingStatus: 'open',
      published: Date.parse('2026-11-03T07:00:00Z') / 1000,
      meta: { colour: ['blue'], depth: ['7'] },
      featuredImage: image,
    })
  })

  it('clears fields with null or an empty text', async () => {
    first().posts = [rich()]
    const { body } = await edit({ post_excerpt: null, post_password: '', post_tags: '', post_featured_image: null })
    expect(body.data).toMatchObject({ post_excerpt: '', has_password: false, post_tags: '', post_featured_image: '' })
    expect(first().posts[0]).toMatchObject({ categories: ['Harbour'], sticky: true })
  })

  it('that changes nothing is not sent', async () => {
    first().posts = [rich()]
    expect((await edit({ post_title: 'Post 5', post_tags: ['sea'] })).body).toMatchObject({
      success: 1,
      changed: false,
    })
    expect(first().journal).toEqual([])
  })

  it('is refused without a field, with an unknown field or with a private image address', async () => {
    expect((await edit({})).body.message).toContain('or another field is required')
    for (const [field, value] of Object.entries({
      post_status: 'trash',
      post_id: 6,
      post_featured_image: 'http://10.1.1.1/',
    }))
      expect([field, (await edit({ [field]: value })).status]).toEqual([field, 400])
  })

  it('of a missing post is 404', async () => {
    expect((await edit({ post_title: 'x' })).body.code).toBe('svc_post_not_found')
  })

  it('is an error if the site reports success but did not change the post', async () => {
    first().posts = [rich()]
    first().setFault('false-success', { on: ['post_action', 'newpost'] })
    const { status, body } = await edit({ post_title: 'Never' })
    expect([status, body.code]).toEqual([502, 'svc_not_applied'])
    expect((await edit({ post_tags: 'never' })).body.code).toBe('svc_not_applied')
  })

  it('succeeds if the answer was lost but the post changed', async () => {
    first().posts = [rich()]
    first().setFault('cut-after', { on: 'newpost', times: 1 })
    const { body } = await fixture.passTime(edit({ post_tags: ['wind'] }))
    expect(body).toMatchObject({ success: 1, changed: true, data: { post_tags: 'wind' } })
  })

  it('is audited without the values', async () => {
    first().posts = [rich()]
    await edit({ post_password: 'new secret', post_title: 'T' })
    const { rows } = await fixture.service.db.pool.query('select subject from audit_lines')
    expect(rows).toEqual([{ subject: '{"site_id_or_domain":1,"post_id":5,"fields":["post_title","post_password"]}' }])
  })
})
