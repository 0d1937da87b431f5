import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as servers from '../outbound/testing/test-servers.ts'
import { type GuardedProxy, type ProxyLimits, startGuardedProxy } from './guarded-proxy.ts'
import { allowed, forbidden, guardedOutbound } from './testing/test-browser.ts'

const rawServer = (onConnection: (socket: Socket) => void) => servers.rawServer(onConnection, allowed)

async function openProxy(limits: Partial<ProxyLimits> = {}): Promise<GuardedProxy> {
  const proxy = await startGuardedProxy({ outbound: guardedOutbound(), limits })
  onTestFinished(() => proxy.close())
  return proxy
}

/** As Chromium requests an http address from a proxy. */
async function get({ port }: GuardedProxy, url: string, body?: string): Promise<IncomingMessage & { text: string }> {
  const headers = { 'proxy-connection': 'keep-alive', 'x-mine': 'yes', connection: 'close' }
  const request = sendRequest({
    host: '127.0.0.1',
    port,
    path: url,
    method: body === undefined ? 'GET' : 'POST',
    headers,
  })
  request.end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return Object.assign(answer, { text: await text(answer) })
}

/** As Chromium requests a tunnel; returns the first line and the socket. */
async function tunnel({ port }: GuardedProxy, authority: string): Promise<{ line: string; socket: Socket }> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  const [answer = ''] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [])])
  return { line: String(answer).split('\r\n')[0]!, socket }
}

describe('the proxy forwards', () => {
  it('a request for a page with its body, without proxy headers', async () => {
    const { port } = await servers.httpServer(async (request, response) => {
      const { host, 'x-mine': mine, 'proxy-connection': meantForProxy } = request.headers
      response.setHeader('x-kept', 'yes')
      response.end(JSON.stringify([request.method, request.url, host, mine, meantForProxy, await text(request)]))
    }, allowed)
    const answer = await get(await openProxy(), `http://allowed.test:${port}/a?b=1`, 'a body')
    expect(JSON.parse(answer.text)).toEqual(['POST', '/a?b=1', `allowed.test:${port}`, 'yes', null, 'a body'])
    expect(answer.headers['x-kept']).toBe('yes')
  })

  it('a tunnel with any content', async () => {
    const { port } = await rawServer((socket) => socket.on('data', (bytes) => socket.write(`you said ${bytes}`)))
    const { line, socket } = await tunnel(await openProxy(), `allowed.test:${port}`)
    expect(line).toContain('200')
    socket.write('hello')
    expect(String((await once(socket, 'data'))[0])).toBe('you said hello')
  })
})

describe('the proxy refuses', () => {
  const secretServer = () => servers.rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'), forbidden)

  it.each(['forbidden.test', '127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '0x7f.1'])(
    '%s, as a request and as a tunnel',
    async (host) => {
      const server = await secretServer()
      const proxy = await openProxy()
      expect((await get(proxy, `http://${host}:${server.port}/`)).statusCode).toBe(403)
      expect((await tunnel(proxy, `${host}:${server.port}`)).line).toContain('403')
      expect(server.connections).toEqual([])
    },
  )

  it('cloud metadata, ports of other services, names without an address', async () => {
    const proxy = await openProxy()
    for (const authority of ['169.254.169.254:80', 'allowed.test:25', 'nowhere.test:443']) {
      expect((await tunnel(proxy, authority)).line).toContain('403')
    }
    expect(proxy.failures().map(({ kind, host }) => [kind, host])).toEqual([
      ['refused', '169.254.169.254:80'],
      ['refused', 'allowed.test:25'],
      ['unreachable', 'nowhere.test:443'],
    ])
    expect(proxy.failures()[0]!.sentence).toContain('does not lead to a public address')
  })

  it('malformed requests', async () => {
    const proxy = await openProxy()
    const urls = [
      '/',
      'ftp://allowed.test/',
      'http://name:pass@allowed.test/',
      'https://allowed.test/',
      'file:///etc/passwd',
    ]
    for (const url of urls) expect((await get(proxy, url)).statusCode).toBe(400)
    for (const authority of ['', 'allowed.test@forbidden.test:80', 'a b:80', '/etc:1']) {
      expect((await tunnel(proxy, authority)).line).not.toContain('200')
    }
  })
})

describe('faulty servers', () => {
  it.each([
    ['an unreadable answer', 'what?\r\n\r\n'],
    ['a status that is none', 'HTTP/1.1 999999 Odd\r\n\r\n'],
    [
      'an upgrade without a request for it',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
  ])('%s is a 502', async (_name, answer) => {
    const { port } = await rawServer((socket) => socket.once('data', () => socket.write(answer)))
    expect((await get(await openProxy(), `http://allowed.test:${port}/`)).statusCode).toBe(502)
  })

  it('more bytes than a page may load end all connections', async () => {
    const { port } = await rawServer((socket) => {
      const pour = () => void (socket.destroyed || socket.write(Buffer.alloc(64 * 1024), pour))
      socket.once('data', pour)
    })
    const proxy = await openProxy({ maxBytes: 1024 * 1024 })
    const { socket } = await tunnel(proxy, `allowed.test:${port}`)
    socket.resume().write('go')
    await once(socket, 'close')
    expect(proxy.failures()).toMatchObject([{ kind: 'too-much', sentence: expect.stringContaining('more than 1 MB') }])
    expect((await tunnel(proxy, `allowed.test:${port}`)).line).toContain('403')
  })

  it('an idle tunnel is closed', async () => {
    const { port } = await rawServer(() => {})
    // Long enough to open the tunnel on a busy machine, where the connection is idle too.
    const { socket } = await tunnel(await openProxy({ idleMs: 1_000 }), `allowed.test:${port}`)
    await once(socket, 'close')
  })
})

it('close ends all connections on both sides', async () => {
  const server = await rawServer(() => {})
  const proxy = await startGuardedProxy({ outbound: guardedOutbound() })
  const { socket } = await tunnel(proxy, `allowed.test:${server.port}`)
  await Promise.all([proxy.close(), once(socket, 'close'), once(server.connections[0]!, 'close')])
})
