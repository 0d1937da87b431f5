import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import { StreamAnswer } from '../../operation/answers.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import type { Surface } from '../surface.ts'
import { credentialsOf, openSampleServer } from '../testing/sample-server.ts'
import { sendSpecialAnswer } from './send-answer.ts'
import { createServer } from './server.ts'
import { Traffic } from './traffic.ts'

it('answers a request that is running when the service stops, then ends its connection', async () => {
  const server = await openSampleServer()
  await server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  const accepted = once(server.server, 'connection')
  socket.write('GET /api/v2/boats HTTP/1.1\r\nHost: a\r\n')
  const [theirs] = await accepted
  while (theirs.bytesRead === 0) await setImmediate()
  const closed = server.close()
  socket.write(`Authorization: ${credentialsOf('viewer').authorization}\r\n\r\n`)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toMatch(/^connection: close\r$/im)
  await closed
})

it('ends an unused connection at once', async () => {
  const server = await openSampleServer()
  await server.listen({ host: '127.0.0.1', port: 0 })
  const accepted = once(server.server, 'connection')
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  await accepted
  await server.close()
  expect(await text(socket)).toBe('')
})

it('does not wait for an idle connection after the last answer', async () => {
  const [received, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = await serverWith((app) =>
    app.get('/it', async () => {
      received.resolve()
      await mayAnswer.promise
      return { done: true }
    }),
  )
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const answer = fetch(`${address}/it`, { headers: { authorization: 'Bearer token' } })
  await received.promise
  const closed = server.close()
  while (server.server.listening) await setImmediate()
  await setImmediate()
  mayAnswer.resolve()
  expect(await (await answer).json()).toEqual({ done: true })
  // The usual idle timeout is longer than that of this test.
  await closed
})

it('ends an endless stream when the service stops', async () => {
  async function* untilHungUp(hangUp: AbortSignal) {
    yield { event: 'begun', data: 1 }
    if (!hangUp.aborted) await once(hangUp, 'abort')
  }
  const server = await serverWith((app) =>
    app.get('/it', (request, reply) => void sendSpecialAnswer(new StreamAnswer(untilHungUp), request, reply)),
  )
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${address}/it`, { headers: { authorization: 'Bearer token' } })
  const reader = answer.body!.getReader()
  expect(Buffer.from((await reader.read()).value!).toString()).toContain('event: begun')
  await server.close()
  expect((await reader.read()).done).toBe(true)
})

const serverWith = (surface: Surface) =>
  createServer({
    log: createLog('silent'),
    context: { operations: [], addresses: [], run: () => Promise.reject(new Error('not here')) },
    surfaces: [surface],
    clientAlias: false,
    newRequestId: () => 'request',
    traffic: new Traffic({ clock: systemClock }),
    authenticator: { onChange: () => () => {}, identify: async () => systemActor() },
  })
