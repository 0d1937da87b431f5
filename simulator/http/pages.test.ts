import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { Site } from '../site/site.ts'
import { encode, keyPair, send, server, signature } from '../testing/dashboard.ts'
import { type ManualClock, manualClock } from '../testing/manual-clock.ts'

let fleet: Fleet
let site: Site
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock()
  fleet = await startFleet({ sites: 1, clock })
  site = fleet.sites[0]!
})
afterEach(() => fleet.close())

const get = (path = '', cookie?: string) => send(site.url, '', { method: 'GET', path, cookie })

describe('the front page', () => {
  it('has a title, an icon and posts', async () => {
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body).toContain(site.business.tagline)
    expect(body).toMatch(/<title>.+<\/title>/)
    const icon = /rel="icon" href="([^"]+)"/.exec(body)![1]!
    expect((await send(icon, '', { method: 'GET' })).headers['content-type']).toBe('image/png')
  })

  it('answers HEAD without a body', async () => {
    const { status, body, headers } = await send(site.url, '', { method: 'HEAD' })
    expect([status, body]).toEqual([200, ''])
    expect(Number(headers['content-length'])).toBeGreaterThan(300)
  })

  it('has the given status, keyword, fatal error and body', async () => {
    site.frontPage = { status: 418, keyword: 'In stock' }
    expect(await get()).toMatchObject({ status: 418, body: expect.stringContaining('In stock') })
    site.frontPage = { keyword: null }
    expect((await get()).body).not.toContain(site.title)
    site.frontPage = { fatalError: true }
    expect(await get()).toMatchObject({ status: 500, body: expect.stringContaining('critical error') })
    site.frontPage = { body: 'hello', headers: { 'X-Cache': 'HIT' } }
    expect(await get()).toMatchObject({ status: 200, body: 'hello', headers: { 'x-cache': 'HIT' } })
  })

  it('is delayed as configured', async () => {
    site.frontPage = { delay: 5000 }
    const page = get()
    await expect.poll(() => clock.waiting).toBe(1)
    clock.advance(5000)
    expect((await page).status).toBe(200)
  })

  it('is blank when the active theme is missing', async () => {
    site.activeTheme = 'gone'
    expect(await get()).toMatchObject({ status: 200, body: '' })
  })

  it('answers 404 on other paths', async () => {
    expect((await get('nothing-here/')).status).toBe(404)
  })
})

describe('a site with slow outbound traffic', () => {
  it('delays calls that need wordpress.org, and no others', async () => {
    site.outboundDelay = 60_000
    expect((await get()).status).toBe(200)
    const sync = send(site.url, 'function=stats', { path: 'wp-admin/admin-ajax.php' })
    await expect.poll(() => clock.waiting).toBe(1)
    clock.advance(60_000)
    expect((await sync).payload.version).toBe('6.1')
  })
})

describe('the signed login link', () => {
  beforeEach(() => site.connect({ publicKey: keyPair().publicKey, server }))

  const link = (values: object, signed: string) =>
    `?${encode({ login_required: 1, user: 'admin', nonce: 'n', sign_algo: 7, mainwpsignature: signature(signed, keyPair()), ...values })}`

  it('opens wp-admin with valid cookies', async () => {
    const { status, headers, cookies } = await get(link({ where: 'plugins.php' }, 'plugins.phpn'))
    expect([status, headers.location]).toEqual([302, `${site.siteUrl}/wp-admin/plugins.php`])
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    expect((await get('wp-admin/plugins.php', cookie)).body).toContain('Howdy, admin')
    expect((await get('wp-admin/plugins.php')).headers.location).toBe(`${site.siteUrl}/wp-login.php`)
  })

  it('opens any location, also as another administrator', async () => {
    const second = site.addUser({ login: 'second', role: 'administrator' })
    const { headers, cookies } = await get(
      link({ open_location: '/wp-admin/post.php?post=4', alt_user: second.login }, 'n'),
    )
    expect(headers.location).toBe(`${site.siteUrl}/wp-admin/post.php?post=4`)
    expect(cookies[0]).toContain('second%7C')
  })

  it('shows the ordinary page when it is invalid', async () => {
    for (const bad of [
      link({ where: 'users.php' }, 'plugins.phpn'),
      link({ where: 'users.php', user: 'x' }, 'users.phpn'),
    ]) {
      expect(await get(bad)).toMatchObject({
        status: 200,
        cookies: [],
        body: expect.stringContaining(site.business.tagline),
      })
    }
  })
})
