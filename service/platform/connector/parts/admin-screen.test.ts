import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.ts'
import { CookieJar } from '../../outbound/cookie-jar.ts'
import type { ChildSite } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { openFleet, type TestFleet } from '../testing/fleet.ts'
import { findLogoutLink } from './admin-screen.ts'

let world: TestFleet
beforeAll(async () => {
  world = await openFleet({ sites: 20 })
})
afterAll(() => world.close())

const view = (site: ChildSite) => world.connector.viewAdminScreen(site)
const withJar = (site: ChildSite) => ({ ...site, cookies: new CookieJar(systemClock) })

describe('a screen of the administration', () => {
  beforeEach(() => void world.next())

  it('is opened with the session of the connection, and no other one is opened', async () => {
    const { child } = world.here()
    const site = withJar(world.here().site)
    await world.connector.readSite(site, { parts: ['plugins'] })
    const open = child.sessions.open
    expect(await view(site)).toMatchObject({ status: 200, isSignedIn: true, isSessionLeft: false })
    expect(child.sessions.open).toBe(open)
    expect(child.counts['front page']).toBe(1)
  })

  it.each([null, 'fatal-in-admin-menu'] as const)(
    'ends the session that it opened, and no other one: %s',
    async (effect) => {
      const { child } = world.here()
      const connected = withJar(world.here().site)
      await world.connector.readSite(connected, { parts: ['plugins'] })
      const stored = JSON.stringify(connected.cookies.export())
      const [open, created] = [child.sessions.open, child.sessions.count]
      if (effect) {
        child.addPlugin({ file: 'forms/forms.php', name: 'Forms', version: '1.0', active: true })
        child.releases.install({ kind: 'plugin', slug: 'forms/forms.php', version: '1.0', effect }, child.guards)
      }
      const fresh = withJar(world.here().site)
      expect(await view(fresh)).toMatchObject({ status: effect ? 500 : 200, isSignedIn: true, isSessionLeft: false })
      expect(child.sessions.count).toBe(created + 1)
      expect(child.sessions.open).toBe(open)
      expect([fresh.cookies.size, JSON.stringify(connected.cookies.export())]).toEqual([0, stored])
      expect(child.sessions.findLogin(connected.cookies.header(`${connected.url}wp-admin/`))).toBe(connected.admin)
    },
  )

  it('is not there if we are not signed in', async () => {
    const { privateKeyPem } = await world.connector.prepareKey()
    const stranger = { ...world.here().site, admin: 'nobody', key: { id: 'foreign', open: () => privateKeyPem } }
    expect(await view(stranger)).toMatchObject({ isSignedIn: false, isSessionLeft: false })
  })
})

/** Everything that an error shows or that may be logged. */
const textOf = (error: unknown) => `${String(error)} ${JSON.stringify(error)} ${(error as Error).stack}`

describe('a hostile site', () => {
  beforeEach(() => void world.next())

  it.each(['redirect-other-origin', 'redirect-scheme', 'redirect-loopback', 'redirect-metadata'] as const)(
    'sends the sign-in link nowhere else: %s',
    async (fault) => {
      const { child, site } = world.here()
      child.setFault(fault, { on: 'login link' })
      const error = await view(site).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ConnectorError)
      expect(error).toMatchObject({ code: 'svc_redirected' })
      expect(textOf(error)).not.toMatch(/mainwpsignature|login_required/)
      expect(JSON.stringify(world.logged)).not.toMatch(/mainwpsignature|login_required/)
    },
  )

  it.each(['huge-body', 'endless-body', 'gzip-bomb', 'endless-headers', 'not-http'] as const)(
    'is given up: %s',
    async (fault) => {
      const { child, site } = world.here()
      child.setFault(fault, { on: 'login link', bytes: 50_000_000 })
      const error = await view(site).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'svc_unreadable_answer' })
      expect(textOf(error)).not.toMatch(/mainwpsignature|login_required/)
    },
  )

  it('cannot send the link on to another server, nor the request that ends the session', async () => {
    const seen: string[] = []
    const other = createServer((request, response) => {
      seen.push(request.url ?? '')
      response.end()
    }).listen(0, '127.0.0.2')
    const hostile = createServer((request, response) => {
      const elsewhere = `http://127.0.0.2:${(other.address() as AddressInfo).port}`
      const url = request.url ?? ''
      if (url.includes('login_required'))
        return response
          .writeHead(302, {
            location: '/wp-admin/index.php',
            'set-cookie': 'wordpress_logged_in_x=admin%7C1999999999%7Ctoken%7Csignature; path=/',
          })
          .end()
      if (url.includes('action=logout')) return response.writeHead(302, { location: `${elsewhere}${url}` }).end()
      response.end(`<a href="${elsewhere}/wp-login.php?action=logout&amp;_wpnonce=0123456789">Log out</a>`)
    }).listen(0, '127.0.0.1')
    await Promise.all([other, hostile].map((server) => new Promise((resolve) => server.once('listening', resolve))))
    try {
      const url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}/`
      expect(await view({ ...world.here().site, url })).toMatchObject({ isSignedIn: true, isSessionLeft: true })
      expect(seen).toEqual([])
    } finally {
      for (const server of [other, hostile]) server.close()
    }
  })
})

describe('the link to log out', () => {
  const from = 'https://site.example/wp-admin/index.php'
  const link = 'https://site.example/wp-login.php?action=logout&_wpnonce=e6e2a0f0a6'
  it.each<[string, string | null]>([
    [`<a href="${link.replace('&', '&#038;')}">`, link],
    [`<a href='${link.replace('&', '&amp;')}'>`, link],
    [
      '<a href="/enter?action=logout&_wpnonce=e6e2a0f0a6">',
      'https://site.example/enter?action=logout&_wpnonce=e6e2a0f0a6',
    ],
    [`action=logout <a href="${link}">`, link],
    [`<a href="${link.replace('site.', 'other.')}">`, null],
    [`<a href="${link.replace('https', 'http')}">`, null],
    ['<a href="/wp-login.php?action=logout">', null],
    [`"action=logout`, null],
    ['', null],
  ])('is found in %s', (page, expected) => expect(findLogoutLink(page, from)).toBe(expected))

  it('is searched for in a limited number of places', () => {
    expect(findLogoutLink(`${'"action=logout" '.repeat(10)}<a href="${link}">`, from)).toBeNull()
  })
})
