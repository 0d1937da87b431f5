import { describe, expect, it } from 'vitest'
import { setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(1)
const create = (payload: object, headers?: Record<string, string>) =>
  fixture.rest('POST /posts/1/create', payload, headers)
const first = () => fixture.sites[0]!

describe('a new post', () => {
  it('is a draft with only a title by default', async () => {
    const { status, body } = await create({ post_title: 'Harbour news' })
    expect(status).toBe(200)
    const [post] = first().posts
    expect(body).toEqual({
      success: 1,
      message: 'Post created.',
      data: {
        post_id: post!.id,
        post_title: 'Harbour news',
        post_status: 'draft',
        link: expect.stringContaining(`?p=${post!.id}`),
        site_id: 1,
        site_url: first().url,
      },
    })
    expect(post).toMatchObject({ title: 'Harbour news', content: '', status: 'draft', type: 'post' })
  })

  it('has every field that was sent', async () => {
    const { body } = await create({
      post_title: 'A "C:\\path"',
      post_content: '<p>Text</p>',
      post_status: 'publish',
      post_name: 'a-path',
      post_excerpt: 'Short',
      post_password: 'for readers',
      comment_status: 'closed',
      ping_status: 'closed',
      post_date: '2026-11-02 08:00:00',
      is_sticky: 1,
      post_tags: 'sea, wind',
      post_category: ['Harbour', 'News'],
      post_custom: { colour: 'blue', depth: '007' },
      post_featured_image: 'http://127.0.0.1/a.jpg',
      post_gallery_images: ['http://127.0.0.1/b.jpg', { src: 'http://127.0.0.1/c.jpg', alt: 'C' }],
    })
    // The link of a post that gets its date after its creation is the permanent one.
    expect(body.data).toMatchObject({ post_status: 'publish', link: `${first().siteUrl}/?p=${body.data.post_id}` })
    expect(first().posts[0]).toMatchObject({
      title: 'A "C:\\path"',
      content: '<p>Text</p>\n\n[gallery ids="1,2"]',
      name: 'a-path',
      excerpt: 'Short',
      password: 'for readers',
      commentStatus: 'closed',
      pingStatus: 'closed',
      published: Date.parse('2026-11-02T08:00:00Z') / 1000,
      sticky: true,
      tags: ['sea', 'wind'],
      categories: ['Harbour', 'News'],
      meta: { colour: ['blue'], depth: ['007'] },
      featuredImage: 'http://127.0.0.1/a.jpg',
    })
    const sent = first().journal[0]!.parameters.post_gallery_images as string
    expect(JSON.parse(Buffer.from(sent, 'base64').toString())).toEqual([
      { id: 1, src: 'http://127.0.0.1/b.jpg', alt: '', caption: '', description: '', title: '' },
      { id: 2, src: 'http://127.0.0.1/c.jpg', alt: 'C', caption: '', description: '', title: '' },
    ])
  })

  it.each([
    [{}, 'post_title'],
    [{ post_title: ' ' }, 'post_title'],
    [{ post_status: 'published' }, 'post_status'],
    [{ post_status: 'future' }, 'post_date'],
    [{ post_date: 'tomorrow' }, 'post_date'],
    [{ post_date_gmt: '2026-13-01 00:00:00' }, 'post_date_gmt'],
    [{ comment_status: 'half-open' }, 'comment_status'],
    [{ post_tags: ['a,b'] }, 'post_tags[0]'],
    [{ post_custom: { _thumbnail_id: '5' } }, 'post_custom'],
    [{ post_custom: { _mainwp_edit_post_id: '5' } }, 'post_custom'],
    [{ post_featured_image: 'ftp://pictures.example/a.jpg' }, 'post_featured_image'],
    [{ post_featured_image: 'http://10.0.0.1/a.jpg' }, 'post_featured_image'],
    [{ post_featured_image: 'http://169.254.169.254/latest' }, 'post_featured_image'],
    [{ post_gallery_images: ['http://[::1]/a.jpg'] }, 'post_gallery_images[0]'],
    [{ ID: 5 }, 'ID'],
    [{ post_author: 1 }, 'post_author'],
  ])('%j is refused with a message about %s', async (more, field) => {
    const payload = 'post_title' in more || field === 'post_title' ? more : { post_title: 'Title', ...more }
    const { status, body } = await create(payload)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
    expect(first().counts.newpost).toBeUndefined()
  })

  it('is never sent twice, even if the answer was lost', async () => {
    first().setFault('cut-after', { on: 'newpost' })
    const { status, body } = await create({ post_title: 'Once' })
    expect([status, body.code]).toEqual([502, 'svc_outcome_unknown'])
    expect(first().counts.newpost).toBe(1)
  })

  it('is an error if the site reports success but has no such post', async () => {
    first().setFault('false-success', { on: 'newpost' })
    const { status, body } = await create({ post_title: 'Never' })
    expect([status, body.code]).toEqual([502, 'svc_not_applied'])
  })

  it('is refused for viewers, and not sent in a dry run', async () => {
    expect((await create({ post_title: 'x' }, fixture.people.viewer.headers)).status).toBe(403)
    const { body } = await create({ post_title: 'x', dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ post_title: 'x', action: 'create' }] })
    expect(first().posts).toEqual([])
  })
})
