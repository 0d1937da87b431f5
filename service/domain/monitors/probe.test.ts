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

function runProbe(
  url: string,
  settings: Partial<ProbeSettings> = {},
  target: Partial<ProbeTarget> = {},
  signal?: AbortSignal,
) {
  const site = { url, verify_tls: true, http_user: null, http_pass: null, ...target }
  return probe({ outbound, secrets, clock }, site, { ...usual, ...settings }, signal)
}

/** A server that answers with the listener and records the request methods. */
async function server(listener: RequestListener) {
  const methods: string[] = []
  const { port } = await httpServer((request, response) => {
    methods.push(request.method!)
    listener(request, response)
  })
  return { url: `http://site.test:${port}/`, methods }
}

describe('http', () => {
  it('is up with an expected status, and has times and address', async () => {
    const { url, methods } = await server((_request, response) => response.end('hello'))
    const seen = await runProbe(url)
    expect(seen).toMatchObject({ ok: true, code: 200, message: '', cause: '', address: '127.0.0.1', at: clock.now() })
    expect(seen.ms).toBeGreaterThanOrEqual(seen.firstByteMs)
    expect(methods).toEqual(['HEAD'])
  })

  it('is down with another status and reports it', async () => {
    const { url } = await server((_request, response) => response.writeHead(503).end())
    expect(await runProbe(url)).toMatchObject({
      ok: false,
      code: 503,
      cause: 'status',
      message: 'The site answered 503; expected 200-206.',
    })
    expect(await runProbe(url, { expectedStatus: '200,503' })).toMatchObject({ ok: true, code: 503 })
  })

  it('retries with GET when HEAD is not supported', async () => {
    const { url, methods } = await server((request, response) =>
      response.writeHead(request.method === 'HEAD' ? 405 : 200).end(),
    )
    expect(await runProbe(url)).toMatchObject({ ok: true, code: 200 })
    expect(methods).toEqual(['HEAD', 'GET'])
  })

  it.each(['get', 'post', 'put', 'patch', 'delete'] as const)('sends the configured method %s', async (method) => {
    const { url, methods } = await server((_request, response) => response.end())
    expect(await runProbe(url, { method })).toMatchObject({ ok: true })
    expect(methods).toEqual([method.toUpperCase()])
  })

  it('is up when the page exceeds the size limit', async () => {
    const { url, methods } = await server((_request, response) => response.end('x'.repeat(400_000)))
    expect(await runProbe(url, { method: 'get' })).toMatchObject({ ok: true, code: 200 })
    expect(methods).toEqual(['GET', 'HEAD'])
  })

  it('follows redirects', async () => {
    const other = await server((_request, response) => response.writeHead(404).end())
    const { url } = await server((_request, response) => response.writeHead(301, { location: other.url }).end())
    expect(await runProbe(url)).toMatchObject({ ok: false, code: 404 })
  })

  it('accepts a redirect when one is expected', async () => {
    const { url } = await server((_request, response) =>
      response.writeHead(301, { location: 'http://other.test/' }).end(),
    )
    expect(await runProbe(url, { expectedStatus: '301' })).toMatchObject({ ok: true, code: 301 })
  })

  it('does not follow a redirect to a forbidden address', async () => {
    const { url } = await server((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    expect(await runProbe(url)).toMatchObject({ ok: false, code: 0 })
  })

  it('sends HTTP basic authentication', async () => {
    const { url } = await server((request, response) => {
      const right = `Basic ${Buffer.from('ada:secret').toString('base64')}`
      response.writeHead(request.headers.authorization === right ? 200 : 401).end()
    })
    const http_pass = secrets.seal('secret', 'sites.http_pass')
    expect(await runProbe(url, {}, { http_user: 'ada', http_pass })).toMatchObject({ ok: true })
    expect(await runProbe(url)).toMatchObject({ ok: false, code: 401 })
  })
})

describe('keyword', () => {
  const page: RequestListener = (_request, response) => response.end('<h1>Willkommen im Hafen – Öffnungszeiten</h1>')

  it('is up when the page contains the text, down otherwise', async () => {
    const { url, methods } = await server(page)
    expect(await runProbe(url, { type: 'keyword', keyword: 'Öffnungszeiten' })).toMatchObject({ ok: true })
    expect(await runProbe(url, { type: 'keyword', keyword: 'Leuchtturm' })).toMatchObject({
      ok: false,
      code: 200,
      cause: 'keyword',
      message: 'The keyword is not on the page.',
    })
    expect(methods).toEqual(['GET', 'GET'])
  })

  it('is down with an unexpected status', async () => {
    const { url } = await server((request, response) => page(request, response.writeHead(500) as never))
    expect(await runProbe(url, { type: 'keyword', keyword: 'Hafen' })).toMatchObject({ ok: false, cause: 'status' })
  })

  it('stops reading at the size limit', async () => {
    const { url } = await server((_request, response) => response.end('x'.repeat(3_000_000)))
    expect(await runProbe(url, { type: 'keyword', keyword: 'Hafen' })).toMatchObject({
      ok: false,
      cause: 'body_too_large',
    })
  })
})

describe('ping', () => {
  it('is up when the port accepts a connection', async () => {
    const { port, connections } = await rawServer(() => {})
    expect(await runProbe(`http://site.test:${port}/`, { type: 'ping' })).toMatchObject({
      ok: true,
      code: 0,
      address: '127.0.0.1',
    })
    expect(connections).toHaveLength(1)
  })

  it('needs no certificate', async () => {
    const { port } = await httpsServer('expired', (_request, response) => response.end())
    expect(await runProbe(`https://site.test:${port}/`, { type: 'ping' })).toMatchObject({ ok: true, tlsMs: 0 })
  })
})

describe('network errors', () => {
  it('a missing server is down, with the reason', async () => {
    const { port, connections } = await rawServer((socket) => socket.destroy())
    expect(await runProbe(`http://site.test:${port}/`)).toMatchObject({ ok: false, code: 0, cause: 'connection_lost' })
    expect(connections.length).toBeGreaterThan(0)
    expect(await runProbe('http://site.test:1/', { type: 'ping' })).toMatchObject({ ok: false })
  })

  it('an unknown host name is down', async () => {
    expect(await runProbe('http://nowhere.invalid/')).toMatchObject({ ok: false, code: 0, cause: 'dns_failed' })
  })

  it('an address in a private network is never called', async () => {
    expect(await runProbe('http://10.0.0.1/')).toMatchObject({ ok: false, cause: 'address_refused' })
  })

  it('an untrusted certificate is down, unless the site does not verify it', async () => {
    const { port } = await httpsServer('expired', (_request, response) => response.end())
    expect(await runProbe(`https://site.test:${port}/`)).toMatchObject({ ok: false, cause: 'tls_invalid' })
    expect(await runProbe(`https://site.test:${port}/`, {}, { verify_tls: false })).toMatchObject({
      ok: true,
      code: 200,
    })
  })

  it('a silent server is down after the timeout', async () => {
    const { port } = await rawServer(() => {})
    expect(await runProbe(`http://site.test:${port}/`, { timeoutMs: 50 })).toMatchObject({ ok: false, code: 0 })
  })

  it('an aborted check throws instead of reporting a status', async () => {
    const { port } = await rawServer(() => {})
    await expect(runProbe(`http://site.test:${port}/`, {}, {}, AbortSignal.abort())).rejects.toThrow('cancelled')
  })
})
