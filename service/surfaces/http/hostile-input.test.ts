import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSampleServer } from '../testing/sample-server.ts'

/** Requests that are made to keep the service busy. Each must be answered within the limit. */

const longestAnswerMs = 2_000

let server: FastifyInstance
let port: number
beforeAll(async () => {
  server = await openSampleServer()
  await server.listen({ host: '127.0.0.1', port: 0 })
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

async function exchange(head: string[], body = '') {
  const start = performance.now()
  const socket = connect(port, '127.0.0.1')
  const lines = ['Host: a', 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.end(Buffer.from(`${[head[0], ...lines, ...head.slice(1)].join('\r\n')}\r\n\r\n${body}`, 'latin1'))
  const answer = await text(socket)
  expect(performance.now() - start, 'milliseconds until the answer').toBeLessThan(longestAnswerMs)
  return { status: Number(answer.split(' ')[1]), bytes: answer.length, body: answer.split('\r\n\r\n')[1] ?? '' }
}

const signIn = (body: string) => exchange(['POST /api/v2/aboard HTTP/1.1', 'Content-Type: application/json'], body)

describe('a request without an account is answered quickly', () => {
  it('with a number of 60,000 digits', async () => {
    const { status, bytes } = await signIn(`{"login":1${'0'.repeat(60_000)}1}`)
    expect(status).toBe(400)
    expect(bytes).toBeLessThan(2_000)
  })
})
