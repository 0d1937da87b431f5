import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostileMessage, longMessage, openChannelReceiver, sendTo } from './testing/receiver.ts'

/** sendMessage: 1 to 4096 UTF-16 units; entities instead of parse_mode; `pre` contains no other entity. */
const Payload = z
  .strictObject({
    chat_id: z.string(),
    text: z.string().min(1).max(4_096),
    entities: z.array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('pre'), offset: z.int().min(0), length: z.int().min(1) }),
        z.strictObject({ type: z.literal('text_link'), offset: z.int().min(0), length: z.int().min(1), url: z.url() }),
      ]),
    ),
    link_preview_options: z.strictObject({ is_disabled: z.literal(true) }),
    disable_notification: z.boolean(),
  })
  .refine(({ text, entities }) => entities.every(({ offset, length }) => offset + length <= text.length))

const token = '123456:ABCdefGHIjklMNOpqrSTUvwxYZ0123456789'
const ok = { status: 200, body: { ok: true, result: { message_id: 1 } } }
const target = (server: string) => ({ token, chat_id: '-1001234567890', server })

it('sends a message with a link to the dashboard', async () => {
  const receiver = await openChannelReceiver(ok)
  expect(await sendTo('telegram', target(receiver.url))).toBe('sent')
  const [call] = receiver.calls
  expect(call!.path).toBe(`/bot${token}/sendMessage`)
  const { text, entities, chat_id, disable_notification } = Payload.parse(call!.body)
  expect([chat_id, disable_notification]).toEqual(['-1001234567890', false])
  expect(text).toBe('🔴 Harbour is down\nHarbour: The site answered 503.\nOpen in Flotilla')
  const link = entities.find(({ type }) => type === 'text_link')!
  expect(text.slice(link.offset, link.offset + link.length)).toBe('Open in Flotilla')
})

it('puts all text from a site into an entity that has no links and mentions', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('telegram', target(receiver.url), { ...hostileMessage, link: null })
  const { text, entities } = Payload.parse(receiver.calls[0]!.body)
  expect(entities).toEqual([{ type: 'pre', offset: 0, length: text.length }])
  expect(text.split('\n')).toHaveLength(3)
})

it('keeps to 4096 UTF-16 units', async () => {
  const receiver = await openChannelReceiver(ok)
  await sendTo('telegram', target(receiver.url), longMessage)
  const { text } = Payload.parse(receiver.calls[0]!.body)
  expect(text).toMatch(/… and \d+ more/)
  expect(text.isWellFormed()).toBe(true)
})

describe('an error answer', () => {
  it.each([
    [400, 'Bad Request: chat not found', true],
    [401, 'Unauthorized', true],
    [403, 'Forbidden: bot was blocked by the user', true],
    [502, 'Bad Gateway', false],
  ])('%d %s is permanent: %s', async (status, description, permanent) => {
    const receiver = await openChannelReceiver({ status, body: { ok: false, error_code: status, description } })
    const outcome = await sendTo('telegram', target(receiver.url))
    expect(outcome).toMatchObject({ permanent, message: `Telegram answered ${status}: ${description}` })
    expect(String(outcome)).not.toContain(token)
  })

  it('429 is repeated after parameters.retry_after', async () => {
    const body = {
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 7',
      parameters: { retry_after: 7 },
    }
    const receiver = await openChannelReceiver({ status: 429, body })
    expect(await sendTo('telegram', target(receiver.url))).toMatchObject({ permanent: false, retryAfterMs: 7_000 })
  })

  it('200 without ok is no success', async () => {
    const receiver = await openChannelReceiver({ status: 200, body: '<html>a proxy</html>' })
    expect(await sendTo('telegram', target(receiver.url))).toMatchObject({ permanent: false })
  })
})
