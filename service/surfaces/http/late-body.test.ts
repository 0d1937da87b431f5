import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSampleServer } from '../testing/sample-server.ts'

let server: FastifyInstance
beforeAll(async () => {
  server = await openSampleServer()
  await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

function exchange(head: string[], body: Buffer | string = '') {
  const { port } = server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  if (body.length > 0) socket.write(body)
  return text(socket)
}

describe('a caller who closes the connection after the answer gets the answer', () => {
  it.each([
    ['whose body is too large', '/api/v2/batch', 3_000_000, 401],
    ['whose body is too large for a route without credentials', '/api/v2/aboard', 100_000, 413],
    ['whose address does not exist', '/api/v2/nowhere', 12_000_000, 401],
  ])('%s', async (_, path, bytes, status) => {
    const head = [`POST ${path} HTTP/1.1`, 'Host: a', 'Connection: close', 'Content-Type: application/json']
    for (let attempt = 0; attempt < 5; attempt++) {
      const answer = await exchange([...head, `Content-Length: ${bytes}`], Buffer.alloc(bytes, 'a'))
      expect(answer.split('\r\n')[0]).toContain(` ${status} `)
    }
  })
})

it('answers CONNECT, which is not supported', async () => {
  const answer = await exchange(['CONNECT /api/v2/boats HTTP/1.1', 'Host: a'])
  expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 405 Method Not Allowed')
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
    code: 'svc_method_not_allowed',
    data: { status: 405 },
  })
})
