import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { heldMemory } from './testing/held-memory.ts'
import {
  allClosed,
  cannedServer,
  httpServer,
  rawServer,
  type TestServer,
  testOutbound,
} from './testing/test-servers.ts'

const head = 'HTTP/1.1 200 OK\r\n'
const never = 30_000

/** Writes as long as the other side accepts it. */
function flood(socket: Socket, piece: string | Buffer): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', pour)
  pour()
}

function floodServer(start: string, piece: string | Buffer): Promise<TestServer> {
  return rawServer((socket) =>
    socket.once('data', () => {
      socket.write(start)
      flood(socket, piece)
    }),
  )
}

const openOutbound = () => testOutbound({ deadlines: { headers: never, idle: never, total: never } })

function call(server: TestServer, options = {}, outbound = openOutbound()) {
  return outbound.request({
    url: `http://site.test:${server.port}/`,
    maxBytes: 1_000_000,
    ...options,
  })
}

describe('a peer that sends too much', () => {
  it.each([
    ['an endless body without length', `${head}\r\n`, Buffer.alloc(65_536, 'x'), 'body_too_large'],
    [
      'endless chunks',
      `${head}transfer-encoding: chunked\r\n\r\n`,
      `4000\r\n${'x'.repeat(0x4000)}\r\n`,
      'body_too_large',
    ],
    [
      'crumbs that only cost us work',
      `${head}transfer-encoding: chunked\r\n\r\n`,
      '1\r\nx\r\n'.repeat(1000),
      'protocol_error',
    ],
    ['one endless header', `${head}x: `, 'y'.repeat(8192), 'headers_too_large'],
    ['endless headers', head, 'x: y\r\n'.repeat(1000), 'headers_too_large'],
    ['endless interim answers', '', 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n', 'protocol_error'],
    [
      'endless trailers',
      `${head}transfer-encoding: chunked\r\n\r\n0\r\n`,
      'x: y\r\n'.repeat(1000),
      'headers_too_large',
    ],
  ])('%s', async (_what, start, piece, code) => {
    const server = await floodServer(start, piece)
    await expect(call(server)).rejects.toMatchObject({ code, mayHaveArrived: true })
    await allClosed(server)
  })

  it('is refused by its content length, before the body', async () => {
    const server = await cannedServer(`${head}content-length: 1000001\r\n\r\n`)
    await expect(call(server)).rejects.toMatchObject({ code: 'body_too_large' })
  })

  it('cannot send more headers than the limit, even short ones', async () => {
    const server = await cannedServer(`${head}${'a:b\r\n'.repeat(201)}content-length: 0\r\n\r\n`)
    await expect(call(server)).rejects.toMatchObject({ code: 'headers_too_large' })
  })

  it('can send exactly the limit', async () => {
    const server = await httpServer((_incoming, outgoing) => outgoing.end(Buffer.alloc(1_000_000)))
    expect((await call(server)).body).toHaveLength(1_000_000)
  })

  it('leaves nothing in memory', async () => {
    const server = await floodServer(`${head}\r\n`, Buffer.alloc(65_536, 'x'))
    const outbound = openOutbound()
    await call(server, {}, outbound).catch(() => {})
    const before = heldMemory()
    for (let round = 0; round < 20; round++) await call(server, {}, outbound).catch(() => {})
    await allClosed(server)
    await expect.poll(() => heldMemory() - before, { timeout: 60_000 }).toBeLessThan(4_000_000)
  })
})

describe('a peer that is too slow', () => {
  const drip = (start: string, piece: string) =>
    rawServer((socket) =>
      socket.once('data', () => {
        socket.write(start)
        const timer = setInterval(() => socket.write(piece), 2)
        socket.on('close', () => clearInterval(timer))
      }),
    )

  it.each([
    ['never answers', '', 'headers'],
    ['stops within the headers', `${head}x: `, 'headers'],
    ['stops within the body', `${head}content-length: 9\r\n\r\nabc`, 'idle'],
    ['stops within a chunk', `${head}transfer-encoding: chunked\r\n\r\n9\r\nabc`, 'idle'],
  ])('%s', async (_what, start, deadline) => {
    const server = await cannedServer(start)
    // Only this deadline is short: on a busy machine another one could pass first.
    await expect(call(server, { deadlines: { [deadline]: 50 } })).rejects.toMatchObject({
      code: `${deadline}_timeout`,
      mayHaveArrived: true,
    })
    await allClosed(server)
  })

  it('sends its headers byte by byte', async () => {
    const server = await drip(head, 'x: y\r\n')
    await expect(call(server, { deadlines: { headers: 50 } })).rejects.toMatchObject({ code: 'headers_timeout' })
    await allClosed(server)
  })

  it('sends interim answers endlessly', async () => {
    const server = await drip('', 'HTTP/1.1 102 Processing\r\n\r\n')
    await expect(call(server, { deadlines: { headers: 20 } })).rejects.toMatchObject({ code: 'headers_timeout' })
  })

  it('sends its body byte by byte: each pause is short, but the total is too long', async () => {
    const server = await drip(`${head}\r\n`, 'x')
    await expect(call(server, { deadlines: { total: 80 } })).rejects.toMatchObject({ code: 'total_timeout' })
    await allClosed(server)
  })

  it('sends endless chunk extensions', async () => {
    const server = await drip(`${head}transfer-encoding: chunked\r\n\r\n1;x=`, 'yyyy')
    await expect(call(server, { deadlines: { idle: 50 } })).rejects.toMatchObject({ code: 'idle_timeout' })
  })

  it('accepts the connection but never starts TLS', async () => {
    const server = await rawServer(() => {})
    const request = testOutbound().request({ url: `https://site.test:${server.port}/`, deadlines: { connect: 50 } })
    await expect(request).rejects.toMatchObject({ code: 'connect_timeout', mayHaveArrived: false })
    await allClosed(server)
  })

  it('does not block a call to another host', async () => {
    const slow = await cannedServer('')
    const good = await httpServer((_incoming, outgoing) => outgoing.end('fine'))
    const outbound = testOutbound()
    const waiting = outbound.request({ url: `http://slow.test:${slow.port}/` }).catch(() => {})
    expect((await outbound.request({ url: `http://good.test:${good.port}/` })).body.toString()).toBe('fine')
    await outbound.close()
    await waiting
  })
})

describe('a peer that does not use HTTP', () => {
  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'protocol_error'],
    ['binary noise', '\0\x01\x02\x03', 'protocol_error'],
    ['two lengths that differ', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, 'connection_lost'],
    [
      'length and chunks together',
      `${head}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      'connection_lost',
    ],
    [
      'an upgrade that was not requested',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'protocol_error',
    ],
    ['bad chunk sizes', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`, 'protocol_error'],
  ])('%s', async (_what, answer, code) => {
    await expect(call(await cannedServer(answer))).rejects.toMatchObject({ code })
  })

  it.each([
    ['body', 'content-length: 9\r\n\r\nabc'],
    ['headers', 'x: y\r\n'],
    ['chunks', 'transfer-encoding: chunked\r\nconnection: close\r\n\r\n3\r\nabc\r\n'],
  ])('closes in the middle of its %s', async (_what, rest) => {
    const server = await rawServer((socket) => socket.once('data', () => socket.end(head + rest)))
    await expect(call(server)).rejects.toMatchObject({ code: 'connection_lost', mayHaveArrived: true })
  })

  it('sends a header named like an object member', async () => {
    const server = await cannedServer(`${head}__proto__: x\r\nconstructor: y\r\ncontent-length: 0\r\n\r\n`)
    const { headers } = await call(server)
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('sends an unexpected second answer: it never reaches the next call', async () => {
    const forged = `${head}content-length: 6\r\n\r\nforged`
    const server = await rawServer((socket, number) =>
      socket.on('data', () =>
        socket.write(
          number === 0 ? `${head}content-length: 2\r\n\r\nok${forged}` : `${head}content-length: 4\r\n\r\nreal`,
        ),
      ),
    )
    const outbound = testOutbound()
    const request = { url: `http://site.test:${server.port}/` }
    const bodies = [await outbound.request(request).catch((error) => error), await outbound.request(request)]
    expect(bodies.map((answer) => answer.body?.toString())).not.toContain('forged')
    expect(bodies[1]!.body.toString()).toBe('real')
  })
})
