import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { CookieJar } from './cookie-jar.ts'
import { isSameSite } from './redirects.ts'
import type { OutboundRequest } from './request.ts'
import { httpServer, testOutbound } from './testing/test-servers.ts'
import { readTarget } from './url-guard.ts'

interface Seen {
  host: string
  method: string
  path: string
  authorization: string | undefined
  cookie: string | undefined
  key: string | undefined
  body: string
}

/** Answers `/to?STATUS=ADDRESS` with that redirect and everything else with 200, and records the requests. */
async function redirectServer() {
  const seen: Seen[] = []
  const server = await httpServer(async (incoming, outgoing) => {
    seen.push(await noteOf(incoming))
    const [[status, location] = []] = new URL(incoming.url!, 'http://x').searchParams
    outgoing.setHeader('set-cookie', `from=${incoming.headers.host}; path=/`)
    if (location) outgoing.writeHead(Number(status), { location }).end()
    else outgoing.end('arrived')
  })
  return { ...server, seen, at: (host: string, path = '/') => `http://${host}:${server.port}${path}` }
}

async function noteOf(incoming: IncomingMessage): Promise<Seen> {
  const { host = '', authorization, cookie } = incoming.headers
  const { method = '', url: path = '' } = incoming
  const key = incoming.headers['x-key'] as string | undefined
  return { host: host.replace(/:\d+$/, ''), method, path, authorization, cookie, key, body: await text(incoming) }
}

const post = { method: 'POST', body: 'signed', basicAuth: { username: 'u', password: 'p' } } as const

describe('a redirect', () => {
  it('is an answer by default, with its target', async () => {
    const server = await redirectServer()
    const url = server.at('site.test', '/to?301=/new/path')
    const answer = await testOutbound().request({ url, ...post })
    expect(answer).toMatchObject({ status: 301, url })
    expect(answer.redirect).toEqual({ to: server.at('site.test', '/new/path'), sameSite: true, permanent: true })
    expect(server.seen).toHaveLength(1)
  })

  it.each(['ftp://site.test/', 'http://user@site.test/', 'http://site.test:22/', 'http://['])(
    'that leads to %s is reported without a target by default',
    async (location) => {
      const server = await redirectServer()
      const answer = await testOutbound().request({
        url: server.at('site.test', `/to?302=${encodeURIComponent(location)}`),
      })
      expect(answer).toMatchObject({ status: 302, redirect: undefined })
    },
  )

  it('is an error if it is not allowed', async () => {
    const server = await redirectServer()
    const request = testOutbound().request({ url: server.at('site.test', '/to?302=/x'), redirects: 'refuse' })
    await expect(request).rejects.toMatchObject({ code: 'redirect_refused', mayHaveArrived: true })
  })
})

describe('same-site-once', () => {
  const redirects = 'same-site-once' as const

  it.each([301, 302, 307, 308])(
    'sends the whole request once more after %i and reports the corrected address',
    async (status) => {
      const server = await redirectServer()
      const from = server.at('site.test', `/to?${status}=${server.at('www.site.test', '/new')}`)
      const answer = await testOutbound().request({ url: from, ...post, redirects })
      expect(answer).toMatchObject({ status: 200, url: server.at('www.site.test', '/new') })
      expect(answer.redirects).toEqual([{ status, from, to: server.at('www.site.test', '/new') }])
      expect(server.seen[1]).toMatchObject({ host: 'www.site.test', method: 'POST', path: '/new', body: 'signed' })
      expect(server.seen[1]!.authorization).toBe(server.seen[0]!.authorization)
    },
  )

  it('does not repeat a request after 303, which means that it was processed', async () => {
    const server = await redirectServer()
    const request = testOutbound().request({ url: server.at('site.test', '/to?303=/done'), ...post, redirects })
    await expect(request).rejects.toMatchObject({ code: 'redirect_refused' })
    expect(server.seen).toHaveLength(1)
  })

  it('follows no second redirect', async () => {
    const server = await redirectServer()
    const again = encodeURIComponent(server.at('site.test', '/to?301=/third'))
    const request = testOutbound().request({ url: server.at('site.test', `/to?301=${again}`), ...post, redirects })
    await expect(request).rejects.toMatchObject({ code: 'too_many_redirects' })
    expect(server.seen).toHaveLength(2)
  })

  it.each(['other.test', 'evil-site.test', 'site.test.evil.test', 'sub.site.test'])(
    'sends nothing to %s',
    async (host) => {
      const server = await redirectServer()
      const url = server.at('site.test', `/to?307=${server.at(host)}`)
      await expect(testOutbound().request({ url, ...post, redirects })).rejects.toMatchObject({
        code: 'redirect_refused',
      })
      expect(server.seen).toHaveLength(1)
    },
  )

  it('reports that the request may have arrived when the target cannot be reached', async () => {
    const server = await redirectServer()
    const resolver = async (name: string) => (name === 'site.test' ? ['127.0.0.1'] : [])
    const url = server.at('site.test', `/to?307=${server.at('www.site.test')}`)
    const request = testOutbound({ resolver }).request({ url, ...post, redirects })
    await expect(request).rejects.toMatchObject({ code: 'dns_failed', mayHaveArrived: true })
  })
})

describe('same-address-once', () => {
  const redirects = 'same-address-once' as const

  it('sends the whole request once more when only the query differs', async () => {
    const server = await redirectServer()
    const url = server.at('site.test', '/to?307=/to')
    const answer = await testOutbound().request({ url, ...post, redirects })
    expect(answer).toMatchObject({ status: 200, url: server.at('site.test', '/to') })
    expect(server.seen[1]).toMatchObject({ method: 'POST', body: 'signed', authorization: expect.any(String) })
  })

  it.each([
    ['www.site.test', '/to'],
    ['site.test', '/other'],
    ['other.test', '/to'],
  ])('sends nothing to %s%s, and reports the target of the redirect', async (host, path) => {
    const server = await redirectServer()
    const url = server.at('site.test', `/to?307=${server.at(host, path)}`)
    const request = testOutbound().request({ url, ...post, redirects })
    await expect(request).rejects.toMatchObject({
      code: 'redirect_refused',
      message: expect.stringMatching(/redirects to/),
    })
    expect(server.seen).toHaveLength(1)
  })
})

describe('following redirects of a GET', () => {
  const redirects = { follow: 3, within: 'anywhere' } as const
  const secrets: Partial<OutboundRequest> = {
    headers: { 'x-key': 'secret', authorization: 'Bearer secret', accept: 'image/png' },
    redirects,
  }

  it('is limited to the number of hops', async () => {
    const server = await redirectServer()
    const chain = (length: number): string =>
      length === 0 ? '/end' : `/to?302=${encodeURIComponent(chain(length - 1))}`
    const outbound = testOutbound()
    const good = await outbound.request({ url: server.at('site.test', chain(3)), redirects })
    expect(good.redirects).toHaveLength(3)
    const tooLong = outbound.request({ url: server.at('site.test', chain(4)), redirects })
    await expect(tooLong).rejects.toMatchObject({ code: 'too_many_redirects' })
  })

  it('sends credentials within the origin only', async () => {
    const server = await redirectServer()
    await testOutbound().request({ url: server.at('site.test', '/to?302=/x'), ...secrets })
    expect(server.seen[1]).toMatchObject({ key: 'secret', authorization: 'Bearer secret' })
  })

  it.each(['other.test', 'www.site.test'])('sends no credentials, cookies or own headers to %s', async (host) => {
    const server = await redirectServer()
    const cookies = new CookieJar(systemClock, [
      { name: 'own', value: 'secret', host: 'site.test', path: '/', secure: false },
      { name: 'planted', value: 'secret', host, path: '/', secure: false },
    ])
    const url = server.at('site.test', `/to?302=${server.at(host)}`)
    await testOutbound().request({ url, ...secrets, cookies })
    expect(server.seen[0]).toMatchObject({ key: 'secret', cookie: 'own=secret' })
    expect(server.seen[1]).toMatchObject({ host, key: undefined, authorization: undefined, cookie: undefined })
  })

  it.each(['other.test', 'www.site.test'])('sends nothing to %s if only the same origin is allowed', async (host) => {
    const server = await redirectServer()
    const url = server.at('site.test', `/to?302=${server.at(host)}`)
    const request = testOutbound().request({ url, redirects: { follow: 3, within: 'same-origin' } })
    await expect(request).rejects.toMatchObject({ code: 'redirect_refused' })
    expect(server.seen.map(({ host }) => host)).toEqual(['site.test'])
  })

  it('stores no cookie of another origin', async () => {
    const server = await redirectServer()
    const cookies = new CookieJar(systemClock)
    await testOutbound().request({
      url: server.at('site.test', `/to?302=${server.at('other.test')}`),
      cookies,
      redirects,
    })
    expect(cookies.export().map(({ host }) => host)).toEqual(['site.test'])
  })

  it('does not trust the first origin again after leaving it', async () => {
    const server = await redirectServer()
    const back = encodeURIComponent(server.at('other.test', `/to?302=${server.at('site.test', '/chosen')}`))
    await testOutbound().request({ url: server.at('site.test', `/to?302=${back}`), ...secrets })
    expect(server.seen.map(({ host, key }) => [host, key])).toEqual([
      ['site.test', 'secret'],
      ['other.test', undefined],
      ['site.test', undefined],
    ])
  })

  it('sends the body of a GET only to its origin', async () => {
    const server = await redirectServer()
    const url = server.at('site.test', `/to?307=${server.at('other.test')}`)
    await testOutbound().request({ url, body: 'signed', redirects })
    expect(server.seen.map(({ body }) => body)).toEqual(['signed', ''])
  })

  it('is not done for a changing call', async () => {
    const server = await redirectServer()
    const request = testOutbound().request({ url: server.at('site.test', '/to?307=/x'), ...post, redirects })
    await expect(request).rejects.toMatchObject({ code: 'redirect_refused' })
    expect(server.seen).toHaveLength(1)
  })

  it('can be limited to the same site', async () => {
    const server = await redirectServer()
    const url = server.at('site.test', `/to?302=${server.at('other.test')}`)
    const request = testOutbound().request({ url, redirects: { follow: 3, within: 'same-site' } })
    await expect(request).rejects.toMatchObject({ code: 'redirect_refused' })
  })

  it.each([
    ['a private address', 'http://10.0.0.1/', 'address_refused'],
    ['the metadata service', 'http://169.254.169.254/latest/', 'address_refused'],
    ['a name that leads inside', 'http://inside.test/', 'address_refused'],
    ['another scheme', 'file:///etc/passwd', 'redirect_refused'],
    ['a mail port', 'http://site.test:25/', 'redirect_refused'],
    ['a target with credentials in it', 'http://a:b@site.test/', 'redirect_refused'],
  ])('checks the next address like the first: %s', async (_what, location, code) => {
    const server = await redirectServer()
    const resolver = async (name: string) => [name === 'inside.test' ? '192.168.0.9' : '127.0.0.1']
    const url = server.at('site.test', `/to?302=${encodeURIComponent(location)}`)
    const request = testOutbound({ resolver }).request({ url, redirects })
    await expect(request).rejects.toMatchObject({ code, mayHaveArrived: true })
    expect(server.seen).toHaveLength(1)
  })
})

describe('the same site', () => {
  const same = (from: string, to: string) => isSameSite(readTarget(from), readTarget(to))

  it.each([
    ['http://a.test/', 'http://a.test/x'],
    ['http://a.test/', 'https://a.test/'],
    ['http://a.test/', 'https://www.a.test/'],
    ['https://www.a.test/', 'https://a.test/'],
    ['https://a.test:8443/', 'https://www.a.test:8443/'],
  ])('%s and %s', (from, to) => expect(same(from, to)).toBe(true))

  it.each([
    ['https://a.test/', 'http://a.test/'],
    ['http://a.test/', 'http://b.test/'],
    ['http://a.test/', 'http://a.test:8080/'],
    ['https://a.test/', 'https://a.test:8443/'],
    ['http://a.test/', 'http://ww.a.test/'],
  ])('is not %s and %s', (from, to) => expect(same(from, to)).toBe(false))
})
