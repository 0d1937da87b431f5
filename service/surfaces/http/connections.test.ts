import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
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
  const traffic = new Traffic({
    clock: systemClock,
    limits: { connections },
    onShed: (reason) => void shed.push(reason),
  })
  server = await openSampleServer({ traffic })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return { traffic, shed }
}

const open = () => RawConnection.open(server)
const get = (connection: RawConnection, name: string) =>
  connection.send('GET /api/v2/boats', credentialsOf(name)).head()

it('closes the oldest connection without credentials when there are too many', async () => {
  const { traffic, shed } = await serve(4)
  const person = await open()
  expect((await get(person, 'viewer')).status).toBe(200)
  const silent = [await open(), await open(), await open()]
  const next = await open()
  await silent[0]!.closed
  expect([traffic.underWay.connections, shed]).toEqual([4, ['connections']])
  expect((await get(next, 'administrator')).status).toBe(200)
  expect([person, silent[1]!, silent[2]!].map(({ socket }) => socket.closed)).toEqual([false, false, false])
  for (const { socket } of [person, next, ...silent]) socket.destroy()
  while (traffic.underWay.connections > 0) await setImmediate()
})

it('protects at most a quarter of the connections for one caller', async () => {
  await serve(4)
  const own = [await open(), await open()]
  for (const connection of own) await get(connection, 'viewer')
  await open()
  await open()
  await open()
  await own[1]!.closed
  expect(own[0]!.socket.closed).toBe(false)
})
