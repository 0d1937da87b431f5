import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { ConnectionPool } from './connection-pool.ts'
import { Exchange, type ExchangeRequest } from './exchange.ts'
import { defaultLimits } from './http-client.ts'
import { rawServer } from './testing/test-servers.ts'

const message: ExchangeRequest = {
  host: 'site.test',
  path: '/',
  method: 'POST',
  headers: {},
  body: 'x',
  caps: defaultLimits,
  deadlines: { headers: 5_000, idle: 5_000, total: 5_000 },
  signal: undefined,
}

async function connectionTo(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const connected = { socket, tls: null, address: '127.0.0.1', connectMs: 0, tlsMs: 0 }
  return new ConnectionPool(defaultLimits).add('key', `http://site.test:${port}`, connected)
}

const exchangeOf = (changes: Partial<ExchangeRequest>) =>
  new Exchange({ ...message, ...changes }, { clock: systemClock, stopwatch: () => 0, limits: defaultLimits })

it('reports that nothing was sent when the caller had aborted', async () => {
  const { port } = await rawServer(() => {})
  const connection = await connectionTo(port)
  const reply = exchangeOf({ signal: AbortSignal.abort() }).run(connection)
  await expect(reply).rejects.toMatchObject({ code: 'aborted', mayHaveArrived: false })
  expect(connection.socket.bytesWritten).toBe(0)
  connection.socket.destroy()
})

it('reports that nothing was sent when the connection was lost before', async () => {
  const { port } = await rawServer(() => {})
  const connection = await connectionTo(port)
  connection.socket.destroy()
  const reply = exchangeOf({}).run(connection)
  await expect(reply).rejects.toMatchObject({ code: 'connection_lost', mayHaveArrived: false })
  expect(connection.socket.bytesWritten).toBe(0)
})
