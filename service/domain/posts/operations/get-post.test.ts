import { describe, expect, it } from 'vitest'
import { aPost, setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(2)
const get = (path: string) => fixture.rest(`GET /posts/${path}`)

describe('a post', () => {
  it('is returned without its password, hidden fields and paths of the server', async () => {
    const [site] = fixture.sites
    site!.posts = [
      aPost(5, {
        content: '<p>Hello</p>',
        password: 'for readers',
        meta: { colour: ['blue', 'red'], _secret: ['x'] },
        featuredImage: 'https://pictures.example/a.jpg',
        tags: ['sea'],
        sticky: true,
        commentStatus: 'closed',
      }),
    ]
    const { status, body, text } = await get('1/5')
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id: 5,
      post_type: 'post',
      post_title: 'Post 5',
      post_content: '<p>Hello</p>',
      post_excerpt: '',
      post_status: 'publish',
      post_name: 'post-5',
      post_date: '2026-11-01 10:00:00',
      post_date_gmt: '2026-11-01T10:00:00Z',
      comment_status: 'closed',
      ping_status: 'open',
      is_sticky: true,
      has_password: true,
      post_category: 'News',
      post_tags: 'sea',
      post_custom: { colour: ['blue', 'red'] },
      post_featured_image: 'https://pictures.example/a.jpg',
      post_gallery_images: [],
      website_id: 1,
      website_url: site!.url,
      website_name: site!.title,
    })
    for (const secret of ['for readers', '_secret', '/var/www']) expect(text).not.toContain(secret)
  })

  it('is found by the address of its site, even if the site is suspended', async () => {
    const [site] = fixture.sites
    site!.posts = [aPost(5)]
    await fixture.set(1, { suspended_by: 'hand' })
    expect((await get(`${encodeURIComponent(site!.url)}/5`)).body.data.id).toBe(5)
  })

  it('is 404 if it does not exist or the id is that of a page', async () => {
    fixture.sites[0]!.posts = [aPost(6, { type: 'page' })]
    for (const path of ['1/5', '1/6']) {
      const { status, body } = await get(path)
      expect([status, body.code]).toEqual([404, 'svc_post_not_found'])
    }
    expect((await get('99/5')).body.code).toBe('svc_site_not_found')
    expect((await get('1/none')).status).toBe(400)
  })

  it('is 503 if its site does not answer and 409 if its site is disconnected', async () => {
    fixture.sites[0]!.setFault('refuse')
    expect((await get('1/5')).status).toBe(503)
    await fixture.set(2, { connection: 'disconnected' })
    expect((await get('2/5')).body.code).toBe('svc_site_disconnected')
  })
})
