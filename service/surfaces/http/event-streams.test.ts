import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import { StreamAnswer } from '../../operation/answers.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { RawConnection } from '../testing/raw-connection.ts'
import { sendSpecialAnswer } from './send-answer.ts'
import { createServer } from './server.ts'
import { Traffic } from './traffic.ts'

let server: FastifyInstance
let begun: number
afterEach(() => {
  server.server.closeAllConnections()
  return server.close()
})

async function* untilHungUp(hangUp: AbortSignal) {
  begun++
  yield { event: 'first', data: {} }
  await new Promise((resolve) => hangUp.addEventListener('abort', resolve))
}

/** A total of twenty streams allows two per caller. */
async function serve() {
  begun = 0
  const traffic = new Traffic({ clock: systemClock, limits: { eventStreams: 20 } })
  server = await createServer({
    log: createLog('silent'),
    context: { operations: [], addresses: [], run: () => Promise.reject(new Error('not here')) },
    surfaces: [
      (app) =>
        app.get('/stream', (request, reply) => {
          sendSpecialAnswer(new StreamAnswer(untilHungUp), request, reply)
          return reply
        }),
    ],
    clientAlias: false,
    newRequestId: () => 'request',
    traffic,
    authenticator: {
      onChange: () => () => {},
      identify: async (credentials) => ({
        ...systemActor(),
        kind: 'key',
        keyId: Number('token' in credentials && credentials.token),
      }),
    },
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return traffic
}

async function watch(key: number) {
  const connection = await RawConnection.open(server)
  const { status, headers } = await connection.send('GET /stream', { authorization: `Bearer ${key}` }).head()
  return { connection, answer: [status, headers['retry-after']] }
}

const served = [200, undefined]

it('refuses a caller with too many event streams until one of them ends', async () => {
  const traffic = await serve()
  const [first, second] = [await watch(1), await watch(1)]
  expect([first.answer, second.answer]).toEqual([served, served])
  expect((await watch(1)).answer).toEqual([429, '5'])
  // A refused stream is not started.
  expect([begun, traffic.underWay.event_streams]).toEqual([2, 2])
  expect((await watch(2)).answer).toEqual(served)
  first.connection.socket.destroy()
  while (traffic.underWay.event_streams > 2) await setImmediate()
  expect((await watch(1)).answer).toEqual(served)
})

it('refuses all programs when they have three quarters of the event streams', async () => {
  await serve()
  for (let key = 1; key <= 7; key++) {
    for (const each of [await watch(key), await watch(key)]) expect(each.answer).toEqual(served)
  }
  expect((await watch(8)).answer).toEqual(served)
  expect((await watch(8)).answer).toEqual([503, '5'])
  expect(begun).toBe(15)
})
