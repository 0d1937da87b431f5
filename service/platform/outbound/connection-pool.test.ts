import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { httpServer, rawServer, testOutbound } from './testing/test-servers.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

describe('idle connections', () => {
  it('are reused for the next call to the same host', async () => {
    const server = await httpServer((_incoming, outgoing) => outgoing.end())
    const outbound = testOutbound()
    for (let round = 0; round < 5; round++) await outbound.request({ url: `http://site.test:${server.port}/` })
    expect(server.connections).toHaveLength(1)
    expect(outbound.counts()).toMatchObject({ idle: 1, busy: 0 })
  })

  it('are not shared by names with the same address', async () => {
    const server = await httpServer((_incoming, outgoing) => outgoing.end())
    const outbound = testOutbound()
    for (const name of ['one', 'two']) await outbound.request({ url: `http://${name}.test:${server.port}/` })
    expect(server.connections).toHaveLength(2)
  })

  it('are not reused when the server closes them', async () => {
    const server = await httpServer((_incoming, outgoing) => outgoing.setHeader('connection', 'close').end())
    const outbound = testOutbound()
    for (let round = 0; round < 3; round++) await outbound.request({ url: `http://site.test:${server.port}/` })
    expect(server.connections).toHaveLength(3)
    expect(outbound.counts()).toMatchObject({ idle: 0, busy: 0 })
  })

  it('are limited in number: the least recently used is closed', async () => {
    const server = await httpServer((_incoming, outgoing) => outgoing.end())
    const outbound = testOutbound({ limits: { maxIdleConnections: 10, keepAliveMs: 60_000 } })
    const call = (site: number) => outbound.request({ url: `http://site${site}.test:${server.port}/` })
    for (let site = 0; site < 100; site++) await call(site)
    expect(outbound.counts()).toMatchObject({ idle: 10, busy: 0 })
    await call(99)
    await call(90)
    expect(server.connections).toHaveLength(100)
    await call(0)
    expect(server.connections).toHaveLength(101)
    await expect.poll(() => server.connections.filter((socket) => !socket.destroyed).length).toBe(10)
  })

  it('are closed after a while', async () => {
    const server = await rawServer((socket) => socket.on('data', () => socket.write(ok)))
    const outbound = testOutbound({ limits: { keepAliveMs: 20 } })
    await outbound.request({ url: `http://site.test:${server.port}/` })
    await expect.poll(() => outbound.counts().idle).toBe(0)
  })

  it('are closed after a failed call', async () => {
    const server = await rawServer((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n')),
    )
    const outbound = testOutbound()
    await outbound.request({ url: `http://site.test:${server.port}/`, deadlines: { idle: 20 } }).catch(() => {})
    expect(outbound.counts()).toMatchObject({ idle: 0, busy: 0 })
  })
})

describe('an idle connection that the server closes during the next call', () => {
  /** Answers the first request of the first connection; closes it without an answer on the next one. */
  async function closingServer() {
    const requests: string[] = []
    const server = await rawServer((socket, number) => {
      let answered = false
      socket.on('data', (data) => {
        requests.push(data.toString().split(' ')[0]!)
        if (number === 0 && answered) socket.destroy()
        else socket.write(ok)
        answered = true
      })
    })
    return { ...server, requests }
  }

  it('is an error for a changing call, which is never sent twice', async () => {
    const { port, requests } = await closingServer()
    const outbound = testOutbound()
    const request = { url: `http://site.test:${port}/`, method: 'POST', body: 'x' } as const
    await outbound.request(request)
    await expect(outbound.request(request)).rejects.toMatchObject({ code: 'connection_lost', mayHaveArrived: true })
    expect(requests).toEqual(['POST', 'POST'])
    expect((await outbound.request(request)).status).toBe(200)
  })

  it('is replaced for a reading call', async () => {
    const { port, requests } = await closingServer()
    const outbound = testOutbound()
    const request = { url: `http://site.test:${port}/` }
    await outbound.request(request)
    expect((await outbound.request(request)).status).toBe(200)
    expect(requests).toEqual(['GET', 'GET', 'GET'])
  })

  it('reports that a reading call was sent, even if the second connection fails', async () => {
    const server = createServer((socket) => {
      let answered = false
      socket
        .on('error', () => {})
        .on('data', () => {
          if (answered) server.close(() => {})
          if (answered) socket.destroy()
          else socket.write(ok)
          answered = true
        })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const request = { url: `http://site.test:${(server.address() as AddressInfo).port}/` }
    const outbound = testOutbound()
    await outbound.request(request)
    await expect(outbound.request(request)).rejects.toMatchObject({ code: 'connect_failed', mayHaveArrived: true })
  })

  it('is replaced for a changing call if nothing was sent', async () => {
    const requests: string[] = []
    const server = await rawServer((socket) =>
      socket.on('data', (data) => {
        requests.push(data.toString().split(' ')[0]!)
        socket.write(ok)
      }),
    )
    const outbound = testOutbound()
    const request = { url: `http://site.test:${server.port}/`, method: 'POST', body: 'x' } as const
    await outbound.request(request)
    // From here the close arrives before the client writes, but after it chose the connection.
    await new Promise((resolve) => setImmediate(resolve))
    server.connections[0]!.destroy()
    expect(outbound.counts().idle).toBe(1)
    expect((await outbound.request(request)).status).toBe(200)
    expect(requests).toEqual(['POST', 'POST'])
  })
})
