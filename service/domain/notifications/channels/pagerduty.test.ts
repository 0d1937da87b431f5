import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostileMessage, longMessage, openChannelReceiver, sendTo } from './testing/receiver.ts'

/** Events API v2: summary 1024 characters, dedup_key 255, 512 kB in total. */
const Payload = z.strictObject({
  routing_key: z.string().length(32),
  event_action: z.enum(['trigger', 'acknowledge', 'resolve']),
  dedup_key: z.string().min(1).max(255),
  payload: z.strictObject({
    summary: z.string().min(1).max(1_024),
    source: z.string().min(1),
    severity: z.enum(['critical', 'error', 'warning', 'info']),
    timestamp: z.iso.datetime(),
    custom_details: z.record(z.string(), z.unknown()),
  }),
  client: z.string(),
  client_url: z.url().optional(),
  links: z.array(z.strictObject({ href: z.url(), text: z.string() })).optional(),
})
const routing_key = 'R0123456789abcdefghijklmnopqrstu'
const accepted = { status: 202, body: { status: 'success', message: 'Event processed', dedup_key: 'x' } }

it('triggers an alert and resolves it with the same key', async () => {
  const receiver = await openChannelReceiver(accepted)
  const target = { routing_key, server: receiver.url }
  expect(await sendTo('pagerduty', target)).toBe('sent')
  expect(await sendTo('pagerduty', target, { resolved: true, title: 'Harbour is up again' })).toBe('sent')
  const [begin, end] = receiver.calls.map(({ body }) => Payload.parse(body))
  expect(receiver.calls[0]!.path).toBe('/v2/enqueue')
  expect(begin).toMatchObject({
    event_action: 'trigger',
    payload: { summary: 'Harbour is down', severity: 'critical' },
  })
  expect(end).toMatchObject({ event_action: 'resolve', dedup_key: begin!.dedup_key })
  expect(begin!.links).toEqual([{ href: 'https://flotilla.example/sites/7', text: 'Open in Flotilla' }])
})

it('breaks addresses and mentions in text from a site', async () => {
  const receiver = await openChannelReceiver(accepted)
  await sendTo('pagerduty', { routing_key, server: receiver.url }, { ...hostileMessage, link: null })
  const { payload } = Payload.parse(receiver.calls[0]!.body)
  expect(JSON.stringify(payload)).not.toMatch(/:\/\/|evil\.example|@\w|\\r|\\n/)
})

it('keeps to the limits', async () => {
  const receiver = await openChannelReceiver(accepted)
  await sendTo('pagerduty', { routing_key, server: receiver.url }, { ...longMessage, dedupKey: 'k'.repeat(400) })
  Payload.parse(receiver.calls[0]!.body)
  expect(receiver.calls[0]!.bytes).toBeLessThan(512 * 1024)
})

describe('an error answer', () => {
  it('400 is permanent and quotes the errors', async () => {
    const body = { status: 'invalid event', message: 'Event object is invalid', errors: ["'routing_key' is invalid"] }
    const receiver = await openChannelReceiver({ status: 400, body })
    expect(await sendTo('pagerduty', { routing_key, server: receiver.url })).toMatchObject({
      permanent: true,
      message: "PagerDuty answered 400: Event object is invalid; 'routing_key' is invalid",
    })
  })

  it('429 and 5xx are repeated', async () => {
    const receiver = await openChannelReceiver({ status: 429, headers: { 'retry-after': '10' } }, { status: 500 })
    const target = { routing_key, server: receiver.url }
    expect(await sendTo('pagerduty', target)).toMatchObject({ permanent: false, retryAfterMs: 10_000 })
    expect(await sendTo('pagerduty', target)).toMatchObject({ permanent: false })
  })
})
