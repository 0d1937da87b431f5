import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostileMessage, longMessage, openChannelReceiver, sendTo } from './testing/receiver.ts'

/** POST /notify/{key} or /notify with urls. */
const Payload = z.strictObject({
  title: z.string().min(1),
  body: z.string().min(1),
  type: z.enum(['info', 'success', 'warning', 'failure']),
  format: z.enum(['text', 'markdown', 'html']),
  tag: z.string().optional(),
  urls: z.string().optional(),
})
const ok = { status: 200, body: { error: null } }

it('posts text to the configuration with a key', async () => {
  const receiver = await openChannelReceiver(ok)
  expect(await sendTo('apprise', { url: `${receiver.url}/notify/flotilla`, tag: 'ops' })).toBe('sent')
  expect(receiver.calls[0]!.path).toBe('/notify/flotilla')
  expect(Payload.parse(receiver.calls[0]!.body)).toEqual({
    title: 'Harbour is down',
    body: 'Harbour: The site answered 503.\nhttps://flotilla.example/sites/7',
    type: 'failure',
    format: 'text',
    tag: 'ops',
  })
})

it('posts the addresses of services where no configuration is stored', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('apprise', { url: `${receiver.url}/notify`, urls: 'json://receiver.example' }, { resolved: true })
  expect(Payload.parse(receiver.calls[0]!.body)).toMatchObject({ urls: 'json://receiver.example', type: 'success' })
})

it('breaks addresses and mentions in text from a site', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('apprise', { url: receiver.url }, { ...hostileMessage, link: null })
  const { title, body } = Payload.parse(receiver.calls[0]!.body)
  expect(title).not.toMatch(/[\r\n]/)
  expect(title + body).not.toMatch(/:\/\/|evil\.example|@\w/)
})

it('shortens long messages', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('apprise', { url: receiver.url }, longMessage)
  expect(Payload.parse(receiver.calls[0]!.body).body).toMatch(/… and \d+ more/)
})

describe('an answer without success', () => {
  it.each([
    [204, undefined, true, 'no configuration'],
    [400, { error: 'Bad FORM Payload provided.' }, true, 'Bad FORM Payload'],
    [424, { error: 'One or more notification could not be sent.' }, true, 'could not be sent'],
    [500, {}, false, 'answered 500'],
    [503, {}, false, 'answered 503'],
  ])('%d is permanent only if a retry cannot help', async (status, body, permanent, text) => {
    const receiver = await openChannelReceiver({ status, body })
    const outcome = await sendTo('apprise', { url: receiver.url })
    expect(outcome).toMatchObject({ permanent })
    expect(String(outcome)).toContain(text)
  })

  it('429 is repeated after the date in Retry-After', async () => {
    const headers = { date: 'Tue, 17 Nov 2026 09:00:00 GMT', 'retry-after': 'Tue, 17 Nov 2026 09:02:00 GMT' }
    const receiver = await openChannelReceiver({ status: 429, headers })
    expect(await sendTo('apprise', { url: receiver.url })).toMatchObject({ permanent: false, retryAfterMs: 120_000 })
  })
})
