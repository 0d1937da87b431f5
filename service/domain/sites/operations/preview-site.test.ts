import { describe, expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { readHead } from '../preview/read-head.ts'

const fixture = setUpServiceWithSites()
const preview = (url: string, part = 'title') =>
  fixture.rest(`GET /sites/preview?url=${encodeURIComponent(url)}&part=${part}`)

describe('preview-site', () => {
  it('returns the title of the front page and stores nothing', async () => {
    const child = fixture.nextChild()
    child.frontPage.body = '<html><head><TITLE>\n Harbour &#8211; &amp; Sons\u202e</TITLE></head></html>'
    child.frontPage.headers = { 'Content-Type': 'text/html; charset=utf-8' }
    const { status, body } = await preview(child.url)
    expect([status, body.data]).toEqual([
      200,
      { url: child.url, title: 'Harbour – & Sons', reason: null, can_show: expect.any(Boolean) },
    ])
    const { body: sites } = await fixture.rest('GET /sites/count')
    expect(sites.data.total).toBe(0)
  })

  it('returns the icon from our origin, with a type that a browser must not guess', async () => {
    const child = fixture.nextChild()
    const { status, headers } = await preview(child.url, 'icon')
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff'])
  })

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.padEnd(60))],
    ['a file without end', Buffer.alloc(200_000, 1)],
  ])('refuses %s as an icon', async (_name, bytes) => {
    const child = fixture.nextChild()
    child.icon = bytes
    const { status, body } = await preview(child.url, 'icon')
    expect([status, body.code]).toEqual([404, 'svc_icon_not_found'])
  })

  it('says why a page could not be read', async () => {
    const child = fixture.nextChild()
    child.frontPage.status = 503
    const { body } = await preview(child.url)
    expect(body.data).toMatchObject({ title: null, reason: expect.stringContaining('503') })
  })

  it('does not call addresses inside the network', async () => {
    const { body } = await preview('http://169.254.169.254/')
    expect(body.data).toMatchObject({ title: null, reason: expect.stringContaining('public address') })
    expect((await preview('file:///etc/passwd')).body.code).toBe('svc_invalid_url')
  })

  it('is refused to users who may not add sites', async () => {
    const { headers } = fixture.people.viewer
    const { status } = await fixture.rest('GET /sites/preview?url=https%3A%2F%2Fone.example%2F', undefined, headers)
    expect(status).toBe(403)
  })
})

describe('the head of a page', () => {
  it('has the icons of links, absolute, and no other schemes', () => {
    const html = `<link rel="stylesheet" href="a.css"><link href='/i.png' rel='shortcut icon'>
      <link rel=icon href=javascript:alert(1)><link rel="apple-touch-icon" href="//cdn.example/a.png">`
    expect(readHead(html, 'https://one.example/blog/')).toEqual({
      title: '',
      icons: ['https://one.example/i.png', 'https://cdn.example/a.png'],
    })
  })

  it('is read in linear time', () => {
    expect(readHead('<link rel="icon" '.repeat(100_000), 'https://one.example/')).toEqual({ title: '', icons: [] })
    expect(readHead(`<title>${'&#8211'.repeat(100_000)}`, 'https://one.example/').title).toBe('')
  })
})
