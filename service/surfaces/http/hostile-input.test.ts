import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentialsOf, openSampleServer } from '../testing/sample-server.ts'

/** Requests designed to keep the service busy. Each may take this much processor time, on a busy machine, too. */

const maxCpuMs = 2_000

let server: FastifyInstance
let port: number
beforeAll(async () => {
  server = await openSampleServer()
  await server.listen({ host: '127.0.0.1', port: 0 })
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** The first line and the additional headers. */
async function exchange(head: string[], body = '') {
  const start = process.threadCpuUsage()
  const socket = connect(port, '127.0.0.1')
  const lines = ['Host: a', 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.write(Buffer.from(`${[head[0], ...lines, ...head.slice(1)].join('\r\n')}\r\n\r\n${body}`, 'latin1'))
  const answer = await text(socket)
  const { user, system } = process.threadCpuUsage(start)
  expect((user + system) / 1000, 'milliseconds of the processor').toBeLessThan(maxCpuMs)
  return { status: Number(answer.split(' ')[1]), bytes: answer.length, body: answer.split('\r\n\r\n')[1] ?? '' }
}

const key = `Authorization: ${credentialsOf('administrator').authorization}`
const ability = '/api/v1/abilities/svc/list-boats-v1/run'
const signIn = (body: string) => exchange(['POST /api/v2/aboard HTTP/1.1', 'Content-Type: application/json'], body)

describe('a request without an account is answered quickly', () => {
  it.each([
    [15_000, 400],
    [60_000, 413],
  ])('with a number of %i digits', async (digits, refusal) => {
    const { status, bytes } = await signIn(`{"login":1${'0'.repeat(digits)}1}`)
    expect(status).toBe(refusal)
    expect(bytes).toBeLessThan(2_000)
  })

  it('with a number of a million digits, from a caller with an account', async () => {
    const { authorization } = credentialsOf('administrator')
    const head = ['POST /api/v2/batch HTTP/1.1', 'Content-Type: application/json', `Authorization: ${authorization}`]
    const { status, bytes } = await exchange(head, `{"login":1${'0'.repeat(1_000_000)}1}`)
    expect(status).toBe(400)
    expect(bytes).toBeLessThan(2_000)
  })

  it.each([
    ['a no-break space after 15,500 spaces', `Bearer${' '.repeat(15_500)}\xa0`],
    ['a token between thousands of spaces', `Bearer ${'x '.repeat(7_700)}`],
    ['a scheme of 15,500 letters', 'a'.repeat(15_500)],
    ['Basic and 15,500 letters', `Basic ${'a'.repeat(15_500)}`],
  ])('with credentials that are %s', async (_, credentials) => {
    const { status, bytes } = await exchange(['GET /api/v2/boats HTTP/1.1', `Authorization: ${credentials}`])
    expect(status).toBe(401)
    expect(bytes).toBeLessThan(2_000)
  })

  it.each([
    ['cookies without a name', ';'.repeat(15_000)],
    ['cookies without a value', 'a;'.repeat(7_500)],
    ['a session of 15,000 letters', `flotilla_session=${'a'.repeat(15_000)}`],
  ])('with %s', async (_, cookie) => {
    const { status, bytes } = await exchange(['GET /api/v2/boats HTTP/1.1', `Cookie: ${cookie}`])
    expect(status).toBe(401)
    expect(bytes).toBeLessThan(2_000)
  })
})

describe('a header that has one value only', () => {
  it.each(['Host: b', 'Host: a', 'Content-Type: text/plain'])('is refused when it is repeated: %s', async (line) => {
    const { status, body } = await exchange(['POST /api/v2/aboard HTTP/1.1', 'Content-Type: application/json', line])
    expect(status).toBe(400)
    expect(body).toContain(`${line.split(':')[0]!.toLowerCase()} is sent twice`)
  })

  it('is refused when the credentials are repeated', async () => {
    const twice = ['Authorization: Bearer one', 'Authorization: Bearer two']
    expect(await exchange(['GET /api/v2/boats HTTP/1.1', ...twice])).toMatchObject({ status: 400 })
  })
})

describe('an answer stays small', () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))
  const long = 'x'.repeat(1_900_000)
  const post = (path: string, body: unknown) =>
    exchange([`POST ${path} HTTP/1.1`, 'Content-Type: application/json', key], JSON.stringify(body))

  it('to 120,000 unknown fields', async () => {
    const { status, bytes } = await post(ability, { input: names(120_000) })
    expect(status).toBe(400)
    expect(bytes).toBeLessThan(2_000)
  })

  it('to 1,500 unknown fields: lists the known fields once, the first problems, and a count of the others', async () => {
    const { body, bytes } = await signIn(JSON.stringify(names(1_500)))
    expect(bytes).toBeLessThan(5_000)
    expect(body.match(/known fields:/g)).toHaveLength(2) // in the sentence and in params
    expect(JSON.parse(body)).toMatchObject({ message: expect.stringContaining('; and 1,481 more.') })
    expect(Object.keys(JSON.parse(body).data.params)).toHaveLength(20)
  })

  it.each<[string, string, unknown, number]>([
    ['a field name of 1.9 MB', ability, { input: { [long]: 1 } }, 400],
    ['a field name outside input', ability, { [long]: 1 }, 400],
    ['2,000 fields outside input', ability, names(2_000), 400],
    ['a group of a batch', '/api/v2/batch', { [long]: 1 }, 400],
    ['a batch of a long group', '/api/v2/boats/batch', { [long]: 1 }, 400],
    ['a long word', '/api/v2/boats/1/paint', { colour: long }, 405],
    ['an unknown ability', `/api/v1/abilities/svc/${'a'.repeat(1_900)}/run`, {}, 404],
    ['an unknown address', `/api/v2/${'a/'.repeat(7_000)}`, {}, 404],
    ['a query of unknown fields', `/api/v2/boats/batch?${'a'.repeat(14_000)}=1`, {}, 400],
    ['a query of many unknown fields', `/api/v2/boats/batch?${Object.keys(names(1_900)).join('&')}`, {}, 400],
  ])('to %s', async (_, path, body, expected) => {
    const { status, bytes } = await post(path, body)
    expect(status).toBe(expected)
    expect(bytes).toBeLessThan(6_000)
  })

  it('to a batch of 100 items under a long unknown name: quotes the name once', async () => {
    const { status, bytes } = await post('/api/v2/batch', { boats: { [long]: Array(100).fill(1) } })
    expect(status).toBe(200)
    expect(bytes).toBeLessThan(2_000_000)
  })
})

describe('a form is parsed in linear time', () => {
  const form = (body: string) =>
    exchange([`POST ${ability} HTTP/1.1`, 'Content-Type: application/x-www-form-urlencoded', key], body)

  it.each([
    ['2,000 fields with a replacement character', `${`f=${'x'.repeat(900)}%EF%BF%BD&`.repeat(1_999)}z=1`],
    ['2,000 elements of one list', 'login[]=a&'.repeat(1_999)],
    ['a name of 1.9 MB with brackets', `a${'[b]'.repeat(600_000)}=1`],
    ['a million fields', 'a&'.repeat(1_000_000)],
  ])('%s', async (_, body) => {
    const { status, bytes } = await form(body)
    expect(status).toBe(400)
    expect(bytes).toBeLessThan(2_000)
  })
})
