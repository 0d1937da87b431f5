import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostileMessage, longMessage, openChannelReceiver, sendTo } from './testing/receiver.ts'

/** Execute webhook: an embed with 256, 4096 and in total 6000 characters, and no parsed mentions. */
const Payload = z.strictObject({
  embeds: z
    .array(
      z
        .strictObject({
          title: z.string().min(1).max(256),
          description: z.string().max(4_096),
          color: z.int().min(0).max(0xffffff),
          timestamp: z.iso.datetime(),
        })
        .refine(({ title, description }) => title.length + description.length <= 6_000),
    )
    .min(1)
    .max(10),
  allowed_mentions: z.strictObject({ parse: z.array(z.string()).max(0) }),
})

const ok = { status: 204 }

it('posts one embed with a link to the dashboard', async () => {
  const receiver = await openChannelReceiver(ok)
  expect(await sendTo('discord', { url: `${receiver.url}/api/webhooks/1/token` })).toBe('sent')
  const { embeds } = Payload.parse(receiver.calls[0]!.body)
  expect(receiver.calls[0]!.path).toBe('/api/webhooks/1/token')
  expect(embeds[0]).toMatchObject({ title: 'Harbour is down', color: 0xd92d20 })
  expect(embeds[0]!.description).toBe(
    'Harbour\\: The site answered 503\\.\n[Open in Flotilla](https://flotilla.example/sites/7)',
  )
})

it('makes no mention, markup or link of text from a site', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('discord', { url: receiver.url }, { ...hostileMessage, link: null })
  const { title, description } = Payload.parse(receiver.calls[0]!.body).embeds[0]!
  for (const text of [title, description]) {
    // Every sign with a meaning has a backslash before it, so no address begins with ://.
    expect(text).not.toMatch(/(?<!\\)[*_~`|<>[\]()#@:]/)
  }
  expect(title).toMatch(/^\\<!channel\\> \\@everyone /)
})

it('keeps to the limits of embeds', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('discord', { url: receiver.url }, longMessage)
  const { embeds } = Payload.parse(receiver.calls[0]!.body)
  expect(embeds[0]!.description).toMatch(/… and \d+ more/)
  expect(embeds[0]!.title.endsWith('…')).toBe(true)
})

describe('an error answer', () => {
  it.each([
    [400, { message: 'Invalid Form Body', code: 50035 }, true],
    [401, { message: 'Invalid Webhook Token', code: 50027 }, true],
    [404, { message: 'Unknown Webhook', code: 10015 }, true],
    [502, {}, false],
  ])('%d is permanent only if a retry cannot help', async (status, body, permanent) => {
    const receiver = await openChannelReceiver({ status, body })
    const outcome = await sendTo('discord', { url: receiver.url })
    expect(outcome).toMatchObject({ permanent })
    if ('message' in body) expect(String(outcome)).toContain(body.message)
  })

  it('429 is repeated after retry_after of the body, which has decimals', async () => {
    const body = { message: 'You are being rate limited.', retry_after: 1.5, global: false }
    const receiver = await openChannelReceiver({ status: 429, headers: { 'retry-after': '2' }, body })
    expect(await sendTo('discord', { url: receiver.url })).toMatchObject({ permanent: false, retryAfterMs: 1_500 })
  })
})
