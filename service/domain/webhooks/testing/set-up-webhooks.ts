import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll } from 'vitest'
import { parseNetworks } from '../../../platform/outbound/address-guard.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/http-client.ts'
import { httpServer } from '../../../platform/outbound/testing/test-servers.ts'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import type { TestService } from '../../../testing/test-service.ts'
import { type NewEvent, publishEvents } from '../../events/index.ts'
import { startWebhookWork } from '../webhook-work.ts'

export interface ReceivedMessage {
  headers: Record<string, string>
  body: string
}

export interface Receiver {
  url: string
  received: ReceivedMessage[]
  /** The ids of the received messages, in order. */
  ids(): (string | undefined)[]
}

export interface WebhooksFixture extends Callers {
  service: TestService
  people: People
  publish(...events: NewEvent[]): Promise<void>
  /** Advances the clock, then queues and sends what is due, and waits for it. */
  pass(milliseconds?: number): Promise<void>
  /** Adds a webhook and returns its id and secret. */
  add(input: object, headers?: Record<string, string>): Promise<{ id: number; secret: string }>
  deliveries(id: number): Promise<Record<string, unknown>[]>
  /** The message as the library of Standard Webhooks verifies it; throws if it does not. */
  verify(secret: string, message: ReceivedMessage): unknown
}

/** Answers with these statuses in order, then with 204; a function decides by the body. */
export async function openReceiver(
  ...answers: (number | { status: number; body?: string; headers?: Record<string, string> })[]
): Promise<Receiver> {
  const received: ReceivedMessage[] = []
  const { port } = await httpServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      const next = answers.shift() ?? 204
      const { status, body: text = '', headers = {} } = typeof next === 'number' ? { status: next } : next
      response.writeHead(status, headers).end(text)
    })
  })
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    ids: () => received.map(({ headers }) => headers['webhook-id']),
  }
}

export const siteAdded = (siteId: number): NewEvent => ({ type: 'site.added', siteId, data: { by: 'ada' } })

/** A service without workers, and the work of webhooks run by the test. */
export function setUpWebhooks(): WebhooksFixture {
  const fixture = setUpService() as WebhooksFixture
  Object.assign(fixture, callers(fixture))
  let outbound: Outbound
  beforeAll(() => {
    // Its deadlines follow the real clock: the receivers are real.
    outbound = createOutbound({ allowNetworks: parseNetworks('127.0.0.0/8') })
    const { service } = fixture
    fixture.publish = (...events) => publishEvents(service.db, events, service.clock.now())
    fixture.pass = async (milliseconds = 0) => {
      service.clock.advance(milliseconds)
      const { db, secrets, clock, app } = service
      const work = await startWebhookWork({ db, secrets, clock, outbound, queue: app.queue, log: app.context.log })
      await work.runOnce()
      await work.stop()
    }
    fixture.add = async (input, headers) => {
      const { status, body } = await fixture.rest('POST /webhooks', input, headers)
      if (status !== 200) throw new Error(`Not added: ${JSON.stringify(body)}`)
      return body.data
    }
    fixture.verify = (secret, { headers, body }) => {
      // The library compares with the real time: the header has that of the service.
      const realNow = Date.now
      Date.now = () => service.clock.now().getTime()
      try {
        return new Webhook(secret).verify(body, headers)
      } finally {
        Date.now = realNow
      }
    }
    fixture.deliveries = async (id) => (await fixture.rest(`GET /webhooks/${id}/deliveries`)).body.data
  })
  afterAll(() => outbound.close())
  return fixture
}
