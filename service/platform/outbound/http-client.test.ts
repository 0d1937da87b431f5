import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { systemClock } from '../clock.ts'
import { CookieJar } from './cookie-jar.ts'
import { httpServer, rawServer, testOutbound } from './testing/test-servers.ts'

describe('a call', () => {
  it('sends the request and returns the answer', async () => {
    const { port } = await httpServer(async (incoming, outgoing) => {
      outgoing.setHeader('x-seen', `${incoming.method} ${incoming.url} ${incoming.headers.host}`)
      outgoing.setHeader('set-cookie', ['a=1', 'b=2'])
      outgoing.statusCode = 201
      outgoing.end(`got ${await text(incoming)}`)
    })
    const url = `http://site.test:${port}/path?x=1`
    const answer = await testOutbound().request({ url, method: 'POST', body: 'form=1' })
    expect(answer).toMatchObject({ status: 201, url, address: '127.0.0.1', redirects: [], redirect: undefined })
    expect(answer.body.toString()).toBe('got form=1')
    expect(answer.headers['x-seen']).toBe(`POST /path?x=1 site.test:${port}`)
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2'])
  })

  it('connects to the address of the resolver', async () => {
    const { port, connections } = await httpServer((_incoming, outgoing) => outgoing.end(), '127.0.0.9')
    const outbound = testOutbound({ resolver: async () => ['127.0.0.9'] })
    expect((await outbound.request({ url: `http://site.test:${port}/` })).address).toBe('127.0.0.9')
    expect(connections).toHaveLength(1)
  })

  it('tries the next address when the first does not accept connections', async () => {
    const { port } = await httpServer((_incoming, outgoing) => outgoing.end('here'), '127.0.0.9')
    const outbound = testOutbound({ resolver: async () => ['127.0.0.8', '127.0.0.9'] })
    expect((await outbound.request({ url: `http://site.test:${port}/` })).address).toBe('127.0.0.9')
  })

  it('connects to IPv6 addresses in brackets', async () => {
    const { port } = await httpServer((incoming, outgoing) => outgoing.end(incoming.headers.host), '::1')
    const answer = await testOutbound().request({ url: `http://[::1]:${port}/` })
    expect(answer.body.toString()).toBe(`[::1]:${port}`)
  })

  it('returns error statuses as answers', async () => {
    const { port } = await httpServer((_incoming, outgoing) => outgoing.writeHead(500).end('fatal'))
    expect(await testOutbound().request({ url: `http://site.test:${port}/` })).toMatchObject({ status: 500 })
  })

  it('sends Basic authentication and the cookies of the jar, and stores the cookies of the answer', async () => {
    const { port } = await httpServer((incoming, outgoing) => {
      outgoing.setHeader('set-cookie', 'session=live; Path=/')
      outgoing.end(`${incoming.headers.authorization} ${incoming.headers.cookie}`)
    })
    const cookies = new CookieJar(systemClock)
    const request = { url: `http://site.test:${port}/`, cookies, basicAuth: { username: 'käthe', password: 'p:w' } }
    const outbound = testOutbound()
    const basic = `Basic ${Buffer.from('käthe:p:w').toString('base64')}`
    expect((await outbound.request(request)).body.toString()).toBe(`${basic} undefined`)
    expect((await outbound.request(request)).body.toString()).toBe(`${basic} session=live`)
  })

  it.each(['Host', 'content-length', 'Cookie', 'Transfer-Encoding', 'Accept-Encoding'])(
    'does not let the caller set %s',
    async (name) => {
      const request = testOutbound().request({ url: 'http://site.test/', headers: { [name]: '1' } })
      await expect(request).rejects.toThrow(`The header ${name.toLowerCase()} is set by the outbound client`)
    },
  )

  it('refuses a header value that would end the header', async () => {
    const request = testOutbound().request({ url: 'http://site.test/', headers: { 'x-key': 'a\r\nsecret: 1' } })
    await expect(request).rejects.toThrow(/^The header "x-key" has characters that may not be sent.$/)
  })

  it('reports the duration of each phase, and 0 for phases it skipped', async () => {
    const { port } = await httpServer((_incoming, outgoing) => outgoing.end())
    let time = 0
    const outbound = testOutbound({ stopwatch: () => ++time })
    const request = { url: `http://site.test:${port}/` }
    const { timings } = await outbound.request(request)
    for (const phase of ['dnsMs', 'connectMs', 'firstByteMs', 'totalMs'] as const)
      expect(timings[phase]).toBeGreaterThan(0)
    expect(timings.tlsMs).toBe(0)
    const again = await outbound.request(request)
    expect(again.timings).toMatchObject({ dnsMs: 0, connectMs: 0, tlsMs: 0 })
    expect(again.timings.firstByteMs).toBeGreaterThan(0)
  })
})

describe('a cancelled call', () => {
  it('ends at once and closes its connection', async () => {
    const { port, connections } = await rawServer((socket) => socket.once('data', () => controller.abort()))
    const controller = new AbortController()
    const request = testOutbound().request({ url: `http://site.test:${port}/`, signal: controller.signal })
    await expect(request).rejects.toMatchObject({ code: 'aborted', mayHaveArrived: true })
    await once(connections[0]!, 'close')
  })

  it('does not start if it was cancelled before', async () => {
    const { port, connections } = await rawServer(() => {})
    const request = testOutbound().request({ url: `http://site.test:${port}/`, signal: AbortSignal.abort() })
    await expect(request).rejects.toMatchObject({ code: 'aborted', mayHaveArrived: false })
    expect(connections).toHaveLength(0)
  })

  it('leaves no listener on the signal', async () => {
    const { port } = await httpServer((_incoming, outgoing) => outgoing.end())
    const { signal } = new AbortController()
    const added: string[] = []
    signal.addEventListener = (kind: string) => added.push(kind)
    signal.removeEventListener = () => added.pop()
    await testOutbound().request({ url: `http://site.test:${port}/`, signal })
    expect(added).toEqual([])
  })
})

describe('a failed call', () => {
  it('reports that nothing was sent when the connection is refused', async () => {
    const { port } = await rawServer(() => {})
    const outbound = testOutbound({ resolver: async () => ['127.0.0.7'] })
    await expect(
      outbound.request({ url: `http://site.test:${port}/`, method: 'POST', body: 'x' }),
    ).rejects.toMatchObject({
      code: 'connect_failed',
      detail: 'ECONNREFUSED',
      mayHaveArrived: false,
      message: 'No connection to site.test could be made; check that its web server is running.',
    })
  })

  it('reports that the request may have arrived once it was sent', async () => {
    const { port } = await rawServer((socket) => socket.once('data', () => socket.destroy()))
    const request = testOutbound().request({ url: `http://site.test:${port}/`, method: 'POST', body: 'x' })
    await expect(request).rejects.toMatchObject({ code: 'connection_lost', mayHaveArrived: true })
  })

  it('contains no secret: neither credentials nor bodies, addresses or queries', async () => {
    const { port } = await rawServer((socket) => socket.once('data', () => socket.end('nonsense of the peer\r\n\r\n')))
    const error = await testOutbound()
      .request({
        url: `http://site.test:${port}/path-secret?token=query-secret`,
        method: 'POST',
        body: 'body-secret',
        headers: { authorization: 'Bearer header-secret' },
      })
      .catch((caught) => caught)
    const everything = JSON.stringify([error, error.message, error.stack, Object.values(error), error.cause ?? null])
    expect(error.code).toBe('protocol_error')
    expect(everything).not.toMatch(/-secret|nonsense/)
  })
})

describe('checks without a call', () => {
  it('checks an address and returns its normal form', async () => {
    const checked = await testOutbound().check('HTTP://Site.Test:8080')
    expect(checked).toEqual({ url: 'http://site.test:8080/', hostname: 'site.test', addresses: ['127.0.0.1'] })
  })

  it('opens a bare connection through the same guard', async () => {
    const { port, connections } = await rawServer(() => {})
    const { socket, address } = await testOutbound().open(`http://site.test:${port}/`)
    expect(address).toBe('127.0.0.1')
    socket.destroy()
    expect(connections).toHaveLength(1)
    const strict = testOutbound({ allowNetworks: [] }).open(`http://site.test:${port}/`)
    await expect(strict).rejects.toMatchObject({ code: 'address_refused' })
    expect(connections).toHaveLength(1)
  })
})

describe('the host queue', () => {
  it('counts in no deadline', async () => {
    // Long enough for a busy machine: the time of a hop is measured by the real clock.
    const clock = new FakeClock()
    const open: (() => void)[] = []
    const { port } = await httpServer((_incoming, outgoing) => open.push(() => outgoing.end()))
    const outbound = testOutbound({ clock, deadlines: { total: 60_000, headers: 60_000 } })
    const request = { url: `http://site.test:${port}/` }
    const first = Array.from({ length: 4 }, () => outbound.request(request))
    const fifth = outbound.request(request)
    await expect.poll(() => open.length, { timeout: 60_000 }).toBe(4)
    expect(outbound.counts()).toMatchObject({ busy: 4, waiting: 1 })
    clock.advance(50_000)
    for (const answer of open) answer()
    await Promise.all(first)
    await expect.poll(() => open.length, { timeout: 60_000 }).toBe(5)
    clock.advance(50_000)
    open[4]!()
    expect((await fifth).status).toBe(200)
  })

  it('is skipped on request', async () => {
    const { port } = await httpServer((incoming, outgoing) => void (incoming.url === '/probe' && outgoing.end()))
    const outbound = testOutbound({ deadlines: { total: 5_000 } })
    const stuck = Array.from({ length: 4 }, () =>
      outbound.request({ url: `http://site.test:${port}/` }).catch(() => {}),
    )
    expect((await outbound.request({ url: `http://site.test:${port}/probe`, rateLimit: 'skip' })).status).toBe(200)
    await outbound.close()
    await Promise.all(stuck)
  })

  it('rejects a call that does not wait for the pause of an overloaded host', async () => {
    const { port } = await httpServer((_incoming, outgoing) => outgoing.writeHead(503, { 'retry-after': '90' }).end())
    const outbound = testOutbound({ clock: new FakeClock() })
    const request = { url: `http://site.test:${port}/` }
    expect((await outbound.request(request)).status).toBe(503)
    await expect(outbound.request(request)).rejects.toMatchObject({
      code: 'host_paused',
      retryAfterMs: 90_000,
      mayHaveArrived: false,
    })
    expect((await outbound.request({ url: `http://other.test:${port}/` })).status).toBe(503)
  })

  it('delays calls to a host that timed out', async () => {
    const clock = new FakeClock()
    const server = await rawServer((socket) => socket.once('data', () => clock.advance(30_000)))
    const outbound = testOutbound({ clock })
    const request = { url: `http://site.test:${server.port}/`, rateLimit: { maxWaitMs: 0 } }
    await expect(outbound.request(request)).rejects.toMatchObject({ code: 'headers_timeout' })
    await expect(outbound.request(request)).rejects.toMatchObject({ code: 'host_paused', retryAfterMs: 1000 })
  })
})
