import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostileMessage, longMessage, openChannelReceiver, sendTo } from './testing/receiver.ts'

/** Publish as JSON: a message of more than 4096 bytes would become an attachment; priority 1 to 5. */
const Payload = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: z.string().min(1).max(250),
  message: z.string().refine((text) => Buffer.byteLength(text) <= 4_096 && text !== ''),
  priority: z.int().min(1).max(5),
  tags: z.array(z.string()),
  click: z.url().optional(),
})
const ok = { status: 200, body: { id: 'abc', event: 'message' } }

it('publishes JSON to the server, with the access token as the only header of its own', async () => {
  const receiver = await openChannelReceiver(ok)
  expect(await sendTo('ntfy', { topic: 'alarms_7', server: `${receiver.url}/`, token: 'tk_abc' })).toBe('sent')
  const [call] = receiver.calls
  expect(call).toMatchObject({ method: 'POST', path: '/', headers: { authorization: 'Bearer tk_abc' } })
  expect(Payload.parse(call!.body)).toMatchObject({
    topic: 'alarms_7',
    title: 'Harbour is down',
    priority: 5,
    tags: ['rotating_light'],
    click: 'https://flotilla.example/sites/7',
  })
  expect(call!.headers).not.toHaveProperty('title')
})

it('uses a lower priority for the end of a problem', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('ntfy', { topic: 'alarms', server: receiver.url }, { resolved: true })
  expect(receiver.calls[0]!.body).toMatchObject({ priority: 3, tags: ['white_check_mark'] })
  expect(receiver.calls[0]!.headers).not.toHaveProperty('authorization')
})

it('breaks addresses and mentions in text from a site, so that apps make no links of them', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('ntfy', { topic: 'alarms', server: receiver.url }, hostileMessage)
  const { title, message } = Payload.parse(receiver.calls[0]!.body)
  expect(title).not.toMatch(/[\r\n]/)
  expect(title + message).not.toMatch(/:\/\/|evil\.example|@\w/)
})

it('keeps to 4096 bytes', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('ntfy', { topic: 'alarms', server: receiver.url }, longMessage)
  expect(Payload.parse(receiver.calls[0]!.body).message).toMatch(/… and \d+ more/)
})

describe('an error answer', () => {
  it.each([
    [401, { code: 40101, http: 401, error: 'unauthorized' }, true],
    [403, { code: 40301, http: 403, error: 'forbidden' }, true],
    [413, { code: 41301, http: 413, error: 'attachment too large' }, true],
    [507, { error: 'insufficient storage' }, false],
  ])('%d is permanent only if a retry cannot help', async (status, body, permanent) => {
    const receiver = await openChannelReceiver({ status, body })
    expect(await sendTo('ntfy', { topic: 'alarms', server: receiver.url })).toMatchObject({
      permanent,
      message: `ntfy answered ${status}: ${body.error}`,
    })
  })

  it('429 is repeated, after Retry-After if it is sent', async () => {
    const body = { code: 42901, http: 429, error: 'limit reached: too many requests' }
    const receiver = await openChannelReceiver(
      { status: 429, body },
      { status: 429, body, headers: { 'retry-after': '60' } },
    )
    const target = { topic: 'alarms', server: receiver.url }
    expect(await sendTo('ntfy', target)).toMatchObject({ permanent: false, retryAfterMs: undefined })
    expect(await sendTo('ntfy', target)).toMatchObject({ permanent: false, retryAfterMs: 60_000 })
  })
})
