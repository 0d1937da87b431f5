import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentialsOf, openSampleServer } from '../testing/sample-server.ts'

let server: FastifyInstance
let port: number
beforeAll(async () => {
  server = await openSampleServer()
  await server.listen({ host: '127.0.0.1', port: 0 })
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

async function exchange(bytes: string | Buffer) {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

describe('a malformed request', () => {
  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'svc_invalid_input'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'svc_invalid_input',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'svc_invalid_input',
    ],
    ['an endless address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 413, 'svc_request_too_large'],
  ])('%s gets the usual error body, and the connection ends', async (_, bytes, status, code) => {
    const answer = await exchange(bytes)
    expect(answer).toEqual({ status, body: { code, message: expect.stringMatching(/\w\.$/), data: { status } } })
  })
})

describe('an address that cannot be routed', () => {
  const odd = [
    ['no digits after a %', '/api/v2/boats/%zz'],
    ['bytes that are no text', '/api/v2/boats/%ff'],
    ['a bare %', '/api/v1/abilities/svc/%/run'],
    ['an endless part', `/api/v2/boats/${'a'.repeat(3_000)}`],
  ] as const

  it.each(odd)('with %s returns 401 without credentials, as any other', async (_, url) => {
    const usual = await server.inject({ url: url.slice(0, 7) })
    const answer = await server.inject({ url })
    expect([answer.statusCode, answer.payload]).toEqual([401, usual.payload])
    expect(answer.headers).toMatchObject({
      'www-authenticate': ['Basic realm="Flotilla"', 'Bearer realm="Flotilla"'],
      'x-request-id': expect.any(String),
    })
  })

  it.each(odd)('with %s is refused with credentials', async (_, url) => {
    const answer = await server.inject({ url, headers: credentialsOf('viewer') })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.payload.length).toBeLessThan(4_000)
    expect(answer.json().message).not.toContain('body')
  })
})

it('refuses a body that is not UTF-8', async () => {
  const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xc0]), Buffer.from('"}')])
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
    const { statusCode, payload } = await server.inject({
      method: 'POST',
      url: '/api/v2/batch',
      headers: { ...credentialsOf('administrator'), 'content-type': type },
      payload: body,
    })
    expect([statusCode, payload]).toEqual([400, expect.stringContaining('it is not UTF-8')])
  }
})
