import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { RawConnection } from '../testing/raw-connection.ts'
import { credentialsOf, openSampleServer } from '../testing/sample-server.ts'
import { Traffic, type TrafficLimits } from './traffic.ts'

const json = { 'content-type': 'application/json' }
const kilobyte = 1024
const signIn = 'POST /api/v2/aboard'
const paint = 'PUT /api/v2/boats/1/paint'

let server: FastifyInstance
afterEach(() => {
  server.server.closeAllConnections()
  return server.close()
})

async function serve(limits: Partial<TrafficLimits> = {}) {
  const clock = new FakeClock()
  const logged: Record<string, unknown>[] = []
  const traffic = new Traffic({ clock, limits })
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) })
  server = await openSampleServer({ traffic, log })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return { traffic, clock, logged }
}

const until = async (condition: () => boolean) => {
  while (!condition()) await setImmediate()
}

/** Sends all bytes of a body except the last. */
async function stall(address: string, bytes: number, headers: Record<string, string> = {}) {
  const connection = await RawConnection.open(server)
  const body = `{"login":"${'a'.repeat(bytes)}`.slice(0, bytes - 1)
  return connection.send(address, { ...json, ...headers, 'content-length': String(bytes) }, body)
}

async function answerTo(address: string, headers: Record<string, string>, body: string) {
  const connection = await RawConnection.open(server)
  const { status } = await connection.send(address, { ...json, ...headers }, body).head()
  connection.socket.destroy()
  return status
}

describe('a body of a public route', () => {
  it('is refused before it is sent when it declares more than 16 kB', async () => {
    await serve()
    const connection = await RawConnection.open(server)
    connection.send(signIn, { ...json, 'content-length': String(16 * kilobyte + 1) })
    expect((await connection.head()).status).toBe(413)
  })

  it('is refused when its chunks are longer than 16 kB, and the connection ends', async () => {
    await serve()
    const connection = await RawConnection.open(server)
    const chunk = `${(17 * kilobyte).toString(16)}\r\n${' '.repeat(17 * kilobyte)}\r\n`
    connection.send(signIn, { ...json, 'transfer-encoding': 'chunked' }, chunk)
    expect(await connection.head()).toMatchObject({ status: 413, headers: { connection: 'close' } })
    await connection.closed
  })

  it('may have 2 MB with credentials', async () => {
    await serve()
    const body = JSON.stringify({ colour: 'red', papers: 'a'.repeat(1024 * kilobyte) })
    const headers = { ...credentialsOf('administrator'), 'content-length': String(body.length) }
    expect(await answerTo(paint, headers, body)).toBe(200)
  })

  it('must arrive within 10 seconds', async () => {
    const { traffic, clock } = await serve()
    const connection = await stall(signIn, 8 * kilobyte)
    await until(() => traffic.underWay.body_bytes > 0)
    clock.advance(10_000)
    expect(await connection.head()).toMatchObject({ status: 408, headers: { connection: 'close' } })
    await connection.closed
    expect(traffic.underWay.body_bytes).toBe(0)
  })

  it('is dropped for newer ones when too many stall, so that others can sign in', async () => {
    const { traffic } = await serve({ bodyBytes: 64 * kilobyte })
    const stalled: RawConnection[] = []
    for (let number = 0; number < 20; number++) stalled.push(await stall(signIn, 16 * kilobyte))
    expect((await stalled[0]!.head()).status).toBe(503)
    await stalled[10]!.closed
    expect(traffic.underWay.body_bytes).toBeLessThanOrEqual(64 * kilobyte)
    const body = '{"login":"ada"}'
    expect(await answerTo(signIn, { 'content-length': String(body.length) }, body)).toBe(200)
    for (const { socket } of stalled) socket.destroy()
    await until(() => traffic.underWay.body_bytes === 0)
  })
})

describe('bodies with credentials', () => {
  const limits = { bodyBytes: 400 * kilobyte }

  it('of one caller take at most a quarter of the budget', async () => {
    const { traffic } = await serve(limits)
    const first = await stall(paint, 90 * kilobyte, credentialsOf('administrator'))
    await until(() => traffic.underWay.body_bytes > 80 * kilobyte)
    const second = await stall(paint, 90 * kilobyte, credentialsOf('administrator'))
    expect(await second.head()).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
    const other = JSON.stringify({ colour: 'red', papers: 'a'.repeat(80 * kilobyte) })
    const headers = { ...credentialsOf('write key'), 'content-length': String(other.length) }
    expect(await answerTo(paint, headers, other)).toBe(200)
    first.socket.destroy()
    second.socket.destroy()
    await until(() => traffic.underWay.body_bytes === 0)
  })

  it('are refused with 503 and Retry-After when others use up the total budget and none of them has more', async () => {
    const { traffic } = await serve({ bodyBytes: 8 * kilobyte })
    const names = ['administrator', 'sixth', 'seventh']
    const held = await Promise.all(names.map((name) => stall('POST /api/v2/batch', 2 * kilobyte, credentialsOf(name))))
    await until(() => traffic.underWay.body_bytes > 5 * kilobyte)
    const fifth = await stall('POST /api/v2/batch', 2 * kilobyte, credentialsOf('fifth'))
    expect(await fifth.head()).toMatchObject({ status: 503, headers: { 'retry-after': '5', connection: 'close' } })
    for (const { socket } of held) socket.destroy()
    await until(() => traffic.underWay.body_bytes === 0)
  })

  const change = (colour: string) => {
    const body = JSON.stringify({ colour, papers: 'a'.repeat(300) })
    return [{ 'content-length': String(body.length) }, body] as const
  }

  it('of programs that hold all they may have are dropped, the largest first: other programs and people make changes', async () => {
    const { traffic } = await serve({ bodyBytes: 8 * kilobyte })
    const names = ['administrator', 'sixth', 'seventh']
    const held: RawConnection[] = []
    for (const [index, name] of names.entries())
      held.push(await stall('POST /api/v2/batch', 2 * kilobyte - index * 10, credentialsOf(name)))
    await until(() => traffic.underWay.body_bytes > 5.9 * kilobyte)
    const [length, body] = change('red')
    for (let number = 0; number < 8; number++)
      expect(await answerTo(paint, { ...credentialsOf('write key'), ...length }, body)).toBe(200)
    expect(await held[0]!.head()).toMatchObject({ status: 503 })
    expect([held[1]!, held[2]!].map(({ socket }) => socket.closed)).toEqual([false, false])
    const again = await stall('POST /api/v2/batch', 2 * kilobyte, credentialsOf('administrator'))
    await until(() => traffic.underWay.body_bytes > 5.9 * kilobyte)
    for (let number = 0; number < 8; number++)
      expect(await answerTo(paint, { ...credentialsOf('person'), ...length }, body)).toBe(200)
    expect(again.socket.closed).toBe(false)
    for (const { socket } of [again, ...held]) socket.destroy()
    await until(() => traffic.underWay.body_bytes === 0)
  })

  it('of programs never drop those of people', async () => {
    const { traffic } = await serve({ bodyBytes: 8 * kilobyte })
    const ofPerson = await stall(paint, 2 * kilobyte, credentialsOf('person'))
    const small = ['administrator', 'sixth', 'seventh', 'fifth']
    const held = await Promise.all(small.map((name) => stall('POST /api/v2/batch', 1_500, credentialsOf(name))))
    await until(() => traffic.underWay.body_bytes > 7.7 * kilobyte)
    const [length, body] = change('red')
    await answerTo(paint, { ...credentialsOf('write key'), ...length }, body)
    expect(ofPerson.socket.closed).toBe(false)
    ofPerson.socket.write('"')
    for (const { socket } of [ofPerson, ...held]) socket.destroy()
    await until(() => traffic.underWay.body_bytes === 0)
  })

  it('are not read when the credentials are wrong', async () => {
    await serve()
    const connection = await RawConnection.open(server)
    connection.send(paint, { ...json, ...credentialsOf('nobody'), 'content-length': '1000' })
    expect((await connection.head()).status).toBe(401)
  })

  it('are not discarded when the credentials are wrong and they are huge: the connection ends', async () => {
    await serve()
    const connection = await RawConnection.open(server)
    const headers = { ...json, ...credentialsOf('nobody'), 'content-length': String(1024 ** 3) }
    connection.send(paint, headers, ' '.repeat(kilobyte))
    expect(await connection.head()).toMatchObject({ status: 401, headers: { connection: 'close' } })
    await connection.closed
  })
})

it('an aborted upload releases its bytes and logs no error', async () => {
  const { traffic, logged } = await serve()
  for (let number = 0; number < 5; number++) {
    const connection = await stall(signIn, 8 * kilobyte)
    await until(() => traffic.underWay.body_bytes > 0)
    connection.socket.destroy()
    await until(() => traffic.underWay.body_bytes === 0)
  }
  expect(logged.filter(({ msg }) => !String(msg).startsWith('Server listening'))).toEqual([])
})
