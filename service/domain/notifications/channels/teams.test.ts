import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostileMessage, longMessage, openChannelReceiver, sendTo } from './testing/receiver.ts'

/** Workflows take a message with adaptive cards; 28 kB. A TextRun is literal and has no mention without msteams.entities. */
const TextRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string(),
  weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
  size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
  color: z.enum(['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention']).optional(),
})
const Payload = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.literal('1.4'),
          msteams: z.strictObject({ width: z.literal('Full') }),
          body: z.array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(TextRun).min(1) })).min(1),
          actions: z
            .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() }))
            .optional(),
        }),
      }),
    )
    .length(1),
})
const maxBytes = 28 * 1024
const accepted = { status: 202 }

it('posts an adaptive card with a button to the dashboard', async () => {
  const receiver = await openChannelReceiver(accepted)
  expect(await sendTo('teams', { url: `${receiver.url}/workflows/1/triggers/manual/paths/invoke?sig=secret` })).toBe(
    'sent',
  )
  const { content } = Payload.parse(receiver.calls[0]!.body).attachments[0]!
  expect(content.body.map(({ inlines }) => inlines[0]!.text)).toEqual([
    'Harbour is down',
    'Harbour: The site answered 503.',
  ])
  expect(content.body[0]!.inlines[0]).toMatchObject({ color: 'Attention' })
  expect(content.actions).toMatchObject([{ url: 'https://flotilla.example/sites/7' }])
})

it('sends text from a site as literal runs, without Markdown, mentions and line breaks', async () => {
  const receiver = await openChannelReceiver(accepted)
  await sendTo('teams', { url: receiver.url }, { ...hostileMessage, link: null })
  const { content } = Payload.parse(receiver.calls[0]!.body).attachments[0]!
  expect(content.actions).toBeUndefined()
  expect(content.body[0]!.inlines[0]!.text).toBe(
    '<!channel> @everyone <at>all</at> *bold* [x](https://evil.example) X-Injected: 1',
  )
  expect(JSON.stringify(content)).not.toMatch(/entities|"TextBlock|\\n|\\r/)
})

it('keeps to 28 kB', async () => {
  const receiver = await openChannelReceiver(accepted)
  await sendTo('teams', { url: receiver.url }, longMessage)
  Payload.parse(receiver.calls[0]!.body)
  expect(receiver.calls[0]!.bytes).toBeLessThanOrEqual(maxBytes)
  expect(JSON.stringify(receiver.calls[0]!.body)).toMatch(/… and \d+ more/)
})

describe('an error answer', () => {
  it.each([
    [400, true],
    [401, true],
    [404, true],
    [500, false],
    [504, false],
  ])('%d is permanent: %s', async (status, permanent) => {
    const receiver = await openChannelReceiver({ status, body: { error: { code: 'WorkflowTriggerIsNotEnabled' } } })
    expect(await sendTo('teams', { url: receiver.url })).toMatchObject({ permanent })
  })

  it('429 is repeated after the time in Retry-After', async () => {
    const receiver = await openChannelReceiver({ status: 429, headers: { 'retry-after': '120' } })
    expect(await sendTo('teams', { url: receiver.url })).toMatchObject({ permanent: false, retryAfterMs: 120_000 })
  })
})
