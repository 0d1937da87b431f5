import type { RequestListener } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Outbound } from '../../platform/outbound/http-client.ts'
import { httpServer, httpsServer, rawServer, testOutbound } from '../../platform/outbound/testing/test-servers.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { type ProbeSettings, type ProbeTarget, probe } from './probe.ts'

const secrets = createSecrets(['a master key for tests, long enough'])
const clock = new FakeClock()
const usual: ProbeSettings = { type: 'http', method: 'head', timeoutMs: 2_000, expectedStatus: '200-206', keyword: '' }

let outbound: Outbound
beforeEach(() => {
  outbound = testOutbound()
})

function look(
  url: string,
  settings: Partial<ProbeSettings> = {},
  target: Partial<ProbeTarget> = {},
  signal?: AbortSignal,
) {
  const site = { url, verify_tls: true, http_user: null, http_pass: null, ...target }
  return probe({ outbound, secrets, clock }, site, { ...usual, ...settings }, signal)
}

/** A server that answers as told and remembers the methods it was asked with. */
async function server(listener: RequestListener) {
  const methods: string[] = []
  const { port } = await httpServer((request, response) => {
    methods.push(request.method!)
    listener(request, response)
  })
  return { url: `http://site.test:${port}/`, methods }
}

describe('http', () => {
  it('is up when the status is one of the expected, with its times and address', async () => {
    const { url, methods } = await server((_request, response) => response.end('hello'))
    const seen = await look(url)
    expect(seen).toMatchObject({ ok: true, code: 200, message: '', cause: '', address: '127.0.0.1', at: clock.now() })
    expect(seen.ms).toBeGreaterThanOrEqual(seen.firstByteMs)
    expect(methods).toEqual(['HEAD'])
  })

  it('is down when it is another, and says which', async () => {
    const { url } = await server((_request, response) => response.writeHead(503).end())
    expect(await look(url)).toMatchObject({
      ok: false,
      code: 503,
      cause: 'status',
      message: 'The site answered 503; expected 200-206.',
    })
    expect(await look(url, { expectedStatus: '200,503' })).toMatchObject({ ok: true, code: 503 })
  })

  it('asks again with GET where HEAD is not understood', async () => {
    const { url, methods } = await server((request, response) =>
      response.writeHead(request.method === 'HEAD' ? 405 : 200).end(),
    )
    expect(await look(url)).toMatchObject({ ok: true, code: 200 })
    expect(methods).toEqual(['HEAD', 'GET'])
  })

  it.each(['get', 'post', 'put', 'patch', 'delete'] as const)('asks with %s when told so', async (method) => {
    const { url, methods } = await server((_request, response) => response.end())
    expect(await look(url, { method })).toMatchObject({ ok: true })
    expect(methods).toEqual([method.toUpperCase()])
  })

  it('a page larger than anybody needs is no reason to be down', async () => {
    const { url, methods } = await server((_request, response) => response.end('x'.repeat(400_000)))
    expect(await look(url, { method: 'get' })).toMatchObject({ ok: true, code: 200 })
    expect(methods).toEqual(['GET', 'HEAD'])
  })

  it('follows redirects to where they lead', async () => {
    const other = await server((_request, response) => response.writeHead(404).end())
    const { url } = await server((_request, response) => response.writeHead(301, { location: other.url }).end())
    expect(await look(url)).toMatchObject({ ok: false, code: 404 })
  })

  it('takes a redirect for an answer where one is expected', async () => {
    const { url } = await server((_request, response) =>
      response.writeHead(301, { location: 'http://other.test/' }).end(),
    )
    expect(await look(url, { expectedStatus: '301' })).toMatchObject({ ok: true, code: 301 })
  })

  it('does not follow one to a place that must not be called', async () => {
    const { url } = await server((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    expect(await look(url)).toMatchObject({ ok: false, code: 0 })
  })

  it('signs in where the site wants it', async () => {
    const { url } = await server((request, response) => {
      const right = `Basic ${Buffer.from('ada:secret').toString('base64')}`
      response.writeHead(request.headers.authorization === right ? 200 : 401).end()
    })
    const http_pass = secrets.seal('secret', 'sites.http_pass')
    expect(await look(url, {}, { http_user: 'ada', http_pass })).toMatchObject({ ok: true })
    expect(await look(url)).toMatchObject({ ok: false, code: 401 })
  })
})

describe('keyword', () => {
  const page: RequestListener = (_request, response) => response.end('<h1>Willkommen im Hafen – Öffnungszeiten</h1>')

  it('is up while the text stands on the page, and down without it', async () => {
    const { url, methods } = await server(page)
    expect(await look(url, { type: 'keyword', keyword: 'Öffnungszeiten' })).toMatchObject({ ok: true })
    expect(await look(url, { type: 'keyword', keyword: 'Leuchtturm' })).toMatchObject({
      ok: false,
      code: 200,
      cause: 'keyword',
      message: 'The keyword is not on the page.',
    })
    expect(methods).toEqual(['GET', 'GET'])
  })

  it('a wrong status is enough to be down', async () => {
    const { url } = await server((request, response) => page(request, response.writeHead(500) as never))
    expect(await look(url, { type: 'keyword', keyword: 'Hafen' })).toMatchObject({ ok: false, cause: 'status' })
  })

  it('does not read for ever', async () => {
    const { url } = await server((_request, response) => response.end('x'.repeat(3_000_000)))
    expect(await look(url, { type: 'keyword', keyword: 'Hafen' })).toMatchObject({ ok: false, cause: 'body_too_large' })
  })
})

describe('ping', () => {
  it('is up when the port takes a connection, whatever is said there', async () => {
    const { port, connections } = await rawServer(() => {})
    expect(await look(`http://site.test:${port}/`, { type: 'ping' })).toMatchObject({
      ok: true,
      code: 0,
      address: '127.0.0.1',
    })
    expect(connections).toHaveLength(1)
  })

  it('needs no certificate', async () => {
    const { port } = await httpsServer('expired', (_request, response) => response.end())
    expect(await look(`https://site.test:${port}/`, { type: 'ping' })).toMatchObject({ ok: true, tlsMs: 0 })
  })
})

describe('what goes wrong on the way', () => {
  it('no server is down, with the reason', async () => {
    const { port, connections } = await rawServer((socket) => socket.destroy())
    expect(await look(`http://site.test:${port}/`)).toMatchObject({ ok: false, code: 0, cause: 'connection_lost' })
    expect(connections.length).toBeGreaterThan(0)
    expect(await look('http://site.test:1/', { type: 'ping' })).toMatchObject({ ok: false })
  })

  it('a name that nobody knows is down', async () => {
    expect(await look('http://nowhere.invalid/')).toMatchObject({ ok: false, code: 0, cause: 'dns_failed' })
  })

  it('an address in a private network is never called', async () => {
    expect(await look('http://10.0.0.1/')).toMatchObject({ ok: false, cause: 'address_refused' })
  })

  it('a certificate that cannot be trusted is down, unless the site is not checked for it', async () => {
    const { port } = await httpsServer('expired', (_request, response) => response.end())
    expect(await look(`https://site.test:${port}/`)).toMatchObject({ ok: false, cause: 'tls_invalid' })
    expect(await look(`https://site.test:${port}/`, {}, { verify_tls: false })).toMatchObject({ ok: true, code: 200 })
  })

  it('silence is down after the timeout', async () => {
    const { port } = await rawServer(() => {})
    expect(await look(`http://site.test:${port}/`, { timeoutMs: 50 })).toMatchObject({ ok: false, code: 0 })
  })

  it('a look that was aborted says nothing about the site', async () => {
    const { port } = await rawServer(() => {})
    await expect(look(`http://site.test:${port}/`, {}, {}, AbortSignal.abort())).rejects.toThrow('cancelled')
  })
})
