import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import { FileAnswer } from '../../operation/answers.ts'
import { JsonRows } from '../../operation/json-rows.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { RawConnection } from '../testing/raw-connection.ts'
import { sendSpecialAnswer } from './send-answer.ts'
import { sendRows } from './send-rows.ts'
import { createServer } from './server.ts'
import { Traffic, type TrafficLimits } from './traffic.ts'

let server: FastifyInstance
afterEach(() => {
  server.server.closeAllConnections()
  return server.close()
})

const headers = { authorization: 'Bearer token' }
let known = true

/** The rows that are already here, for `/at-once`. */
let here = ''

async function serve(parts: () => AsyncIterable<string>, limits: Partial<TrafficLimits> = {}) {
  known = true
  const traffic = new Traffic({ clock: systemClock, limits })
  server = await createServer({
    log: createLog('silent'),
    context: { operations: [], addresses: [], run: () => Promise.reject(new Error('not here')) },
    surfaces: [
      (app) =>
        app.get('/file', (request, reply) => {
          sendSpecialAnswer(new FileAnswer('table.csv', 'text/csv', parts()), request, reply)
          return reply
        }),
      (app) =>
        app.get('/rows', (request, reply) =>
          sendRows({ total: 2, data: new JsonRows(parts), more: null }, request, reply),
        ),
      (app) =>
        app.get('/at-once', (request, reply) =>
          sendRows({ data: JsonRows.of(here), none: undefined, total: 2 }, request, reply),
        ),
    ],
    clientAlias: false,
    newRequestId: () => 'request',
    traffic,
    authenticator: {
      onChange: () => () => {},
      async identify() {
        if (!known) throw new Error('unknown')
        return systemActor()
      },
    },
  })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  return { traffic, get: (path = '/rows') => fetch(`${address}${path}`, { headers }) }
}

const numbered = (count: number) =>
  async function* () {
    for (let id = 0; id < count; id++) yield `{"id":${id}}`
  }

it.each([0, 1, 2, 3, 50])('sends %i parts as one list', async (count) => {
  const { get } = await serve(numbered(count))
  const ids = Array.from({ length: count }, (_, id) => ({ id }))
  expect(await (await get()).json()).toEqual({ total: 2, data: ids, more: null })
})

it.each(['', '{"id":1}', '{"id":1}, \n {"id":2}'])('sends the rows that are already here: %j', async (rows) => {
  here = rows
  const { get } = await serve(numbered(0))
  const answer = await get('/at-once')
  expect(await answer.json()).toEqual({ data: JSON.parse(`[${rows}]`), total: 2 })
  expect(answer.headers.get('content-length')).toBe(String(`{"data":[${rows}],"total":2}`.length))
})

it('answers an error before the first part like any other', async () => {
  // biome-ignore lint/correctness/useYield: it fails before the first value
  const { get } = await serve(async function* () {
    throw new Error('no database')
  })
  expect((await get()).status).toBe(500)
})

const long = `{"text":"${'a'.repeat(100_000)}"}`

it.each(['/rows', '/file'])(
  '%s: fetches no further parts for a caller who reads nothing, and cuts them off',
  async (path) => {
    let fetched = 0
    const { traffic } = await serve(
      async function* () {
        for (; fetched < 10_000; fetched++) yield long
      },
      { writeTimeoutMs: 300 },
    )
    const reader = await RawConnection.open(server)
    reader.socket.pause()
    const [request] = await Promise.all([once(server.server, 'request'), reader.send(`GET ${path}`, headers)])
    await once(request[1], 'close')
    expect(fetched).toBeLessThan(1_000)
    while (traffic.underWay.answer_bytes > 0) await setImmediate()
  },
)

it.each(['/rows', '/file'])('%s: refuses a caller with too many long answers in progress', async (path) => {
  const { traffic, get } = await serve(
    async function* () {
      for (let part = 0; part < 10_000; part++) yield long
    },
    { answerBytes: 8 * 1024 * 1024 },
  )
  const reader = await RawConnection.open(server)
  reader.socket.pause()
  reader.send(`GET ${path}`, headers)
  while (traffic.underWay.answer_bytes === 0) await setImmediate()
  const refused = await get(path)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
})

it.each(['/rows', '/file'])('%s: fetches nothing for a refused caller', async (path) => {
  let fetched = 0
  const { get } = await serve(
    async function* () {
      fetched++
      yield long
    },
    { answerBytes: 4 * 1024 * 1024 },
  )
  expect([(await get(path)).status, fetched]).toEqual([429, 0])
})

it.each(['/rows', '/file'])("%s: stops when the caller's credentials are revoked", async (path) => {
  const { get } = await serve(async function* () {
    for (let part = 0; part < 10_000; part++) {
      if (part === 5) known = false
      yield long
    }
  })
  const answer = await get(path)
  await expect(answer.text()).rejects.toThrow()
})
