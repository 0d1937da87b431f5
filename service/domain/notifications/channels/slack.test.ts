import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rawServer } from '../../../platform/outbound/testing/test-servers.ts'
import { hostileMessage, longMessage, openChannelReceiver, sendTo } from './testing/receiver.ts'

/** Block Kit: header (plain_text, 150 characters), rich_text with literal texts and links. */
const Payload = z.strictObject({
  text: z.string().min(1).max(4_000),
  unfurl_links: z.literal(false),
  unfurl_media: z.literal(false),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('header'),
          text: z.strictObject({
            type: z.literal('plain_text'),
            text: z.string().min(1).max(150),
            emoji: z.literal(false),
          }),
        }),
        z.strictObject({
          type: z.literal('rich_text'),
          elements: z.array(
            z.strictObject({
              type: z.literal('rich_text_section'),
              elements: z
                .array(
                  z.discriminatedUnion('type', [
                    z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(3_000) }),
                    z.strictObject({ type: z.literal('link'), url: z.url(), text: z.string() }),
                  ]),
                )
                .min(1),
            }),
          ),
        }),
      ]),
    )
    .max(50),
})

const ok = { status: 200, body: 'ok' }

it('posts a header, literal text and one link to the dashboard', async () => {
  const receiver = await openChannelReceiver(ok)
  expect(await sendTo('slack', { url: `${receiver.url}/services/T0/B0/secret` })).toBe('sent')
  const [call] = receiver.calls
  expect(call).toMatchObject({ method: 'POST', path: '/services/T0/B0/secret' })
  expect(call!.headers['content-type']).toBe('application/json')
  const { blocks, text } = Payload.parse(call!.body)
  expect(text).toBe('🔴 Harbour is down')
  expect(JSON.stringify(blocks)).toContain('"text":"Harbour: The site answered 503."')
  expect(JSON.stringify(blocks)).toContain('"url":"https://flotilla.example/sites/7"')
})

it('makes no mention, markup or link of text from a site', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('slack', { url: receiver.url }, { ...hostileMessage, link: null })
  const { text, blocks } = Payload.parse(receiver.calls[0]!.body)
  expect(text).toBe(
    '🔴 &lt;!channel&gt; @everyone &lt;at&gt;all&lt;/at&gt; *bold* [x](https://evil.example) X-Injected: 1',
  )
  expect(JSON.stringify(blocks)).not.toContain('"type":"link"')
  expect(JSON.stringify(blocks)).not.toContain('mrkdwn')
})

it('keeps to the limits of Block Kit', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('slack', { url: receiver.url }, longMessage)
  const { blocks } = Payload.parse(receiver.calls[0]!.body)
  expect(JSON.stringify(blocks)).toMatch(/… and \d+ more/)
})

describe('an error answer', () => {
  it.each([
    [400, 'invalid_payload', true],
    [403, 'action_prohibited', true],
    [404, 'no_service', true],
    [410, 'channel_is_archived', true],
    [500, 'rollup_error', false],
  ])('%d %s is permanent: %s', async (status, body, permanent) => {
    const receiver = await openChannelReceiver({ status, body })
    expect(await sendTo('slack', { url: receiver.url })).toMatchObject({
      permanent,
      message: `Slack answered ${status}: ${body}`,
    })
  })

  it('429 is repeated after the time in Retry-After', async () => {
    const receiver = await openChannelReceiver({ status: 429, headers: { 'retry-after': '30' }, body: 'rate_limited' })
    expect(await sendTo('slack', { url: receiver.url })).toMatchObject({ permanent: false, retryAfterMs: 30_000 })
  })
})

it('names the host but not the secret address when the connection is lost', async () => {
  const { port } = await rawServer((socket) => socket.destroy())
  const outcome = await sendTo('slack', { url: `http://127.0.0.1:${port}/services/T0/B0/secret` })
  expect(outcome).toMatchObject({ permanent: false })
  expect(String(outcome)).not.toContain('secret')
})

it('does not call addresses in private networks', async () => {
  expect(await sendTo('slack', { url: 'http://10.0.0.1/hook' })).toMatchObject({ permanent: true })
})
