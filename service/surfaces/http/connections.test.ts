import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { RawConnection } from '../testing/raw-connection.ts'
import { credentialsOf, openSampleServer } from '../testing/sample-server.ts'
import { Traffic } from './traffic.ts'

let server: FastifyInstance
afterEach(() => {
  server.server.closeAllConnections()
  return server.close()
})

async function serve(connections: number) {
  const shed: string[] = []
  const clock = new FakeClock()
  const traffic = new Traffic({
    clock,
    limits: { connections },
    onShed: (reason) => void shed.push(reason),
  })
  server = await openSampleServer({ traffic })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return { traffic, shed, clock }
}

const json = { 'content-type': 'application/json' }
const open = () => RawConnection.open(server)
const get = (connection: RawConnection, name: string) =>
  connection.send('GET /api/v2/boats', credentialsOf(name)).head()

const until = async (condition: () => boolean) => {
  while (!condition()) await setImmediate()
}

it('closes silent connections after two seconds while there are too many', async () => {
  const { traffic, shed, clock } = await serve(4)
  const person = await open()
  expect((await get(person, 'person')).status).toBe(200)
  const silent = [await open(), await open(), await open()]
  clock.advance(1_000)
  const next = [await open(), await open()]
  expect([traffic.underWay.connections, shed]).toEqual([6, []])
  clock.advance(1_000)
  await silent[0]!.closed
  await silent[1]!.closed
  expect([traffic.underWay.connections, shed]).toEqual([4, ['connections', 'connections']])
  expect((await get(next[0]!, 'administrator')).status).toBe(200)
  expect([person, silent[2]!, ...next].map(({ socket }) => socket.closed)).toEqual([false, false, false, false])
  for (const { socket } of [person, ...next, ...silent]) socket.destroy()
  await until(() => traffic.underWay.connections === 0)
})

it('closes the oldest silent connection at once when there are twice as many as allowed', async () => {
  const { traffic } = await serve(4)
  const silent: RawConnection[] = []
  for (let number = 0; number < 9; number++) silent.push(await open())
  await silent[0]!.closed
  expect([traffic.underWay.connections, silent[1]!.socket.closed]).toEqual([8, false])
})

/** Connections on which a caller sent a request that was answered. */
async function openAs(name: string, count: number) {
  const all: RawConnection[] = []
  for (let number = 0; number < count; number++) {
    all.push(await open())
    expect((await get(all.at(-1)!, name)).status).toBe(200)
  }
  return all
}

it('answers strangers and people while four programs hold all connections', async () => {
  const { traffic } = await serve(16)
  const programs = ['administrator', 'viewer', 'read key', 'write key']
  const held: RawConnection[][] = []
  for (const name of programs) held.push(await openAs(name, 4))
  for (let number = 0; number < 3; number++) {
    const probe = await open()
    expect((await probe.send('GET /api/v2/openapi.json').head()).status).toBe(401)
    probe.socket.destroy()
  }
  const [person] = await openAs('person', 1)
  await held[0]![0]!.closed
  expect(traffic.underWay.connections).toBe(16)
  // A program with few connections replaces one of a program with many; one with the most is refused.
  await openAs('fifth', 1)
  const more = await open()
  expect(await get(more, 'write key')).toMatchObject({ status: 429, headers: { connection: 'close' } })
  expect(person!.socket.closed).toBe(false)
})

it('counts all keys of a user as one caller', async () => {
  await serve(4)
  const first = await openAs('viewer', 2)
  await openAs('administrator', 1)
  await openAs('other key of the viewer', 1)
  await openAs('read key', 1)
  await first[0]!.closed
})

it('closes an idle connection rather than one with a request in progress', async () => {
  const { traffic } = await serve(3)
  const [busy] = await openAs('fifth', 1)
  busy!.send('PUT /api/v2/boats/1/paint', { ...credentialsOf('fifth'), ...json, 'content-length': '10' })
  await until(() => traffic.underWay.requests === 1)
  const [idle] = await openAs('fifth', 1)
  await openAs('administrator', 1)
  await openAs('person', 1)
  await idle!.closed
  expect(busy!.socket.closed).toBe(false)
})
