import { expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()
const test = (id: number, payload: object = {}) => fixture.rest(`POST /notifications/channels/${id}/test`, payload)

it('sends a test message and records the success', async () => {
  const channel = await fixture.openChannel()
  expect((await test(channel.id)).body.data).toMatchObject({ sent: true, title: 'Test message from Flotilla' })
  expect(channel.titles()).toEqual(['Test message from Flotilla'])
  const { body } = await fixture.rest('GET /notifications/channels')
  expect(body.data[0]).toMatchObject({ last_sent_at: '2026-11-15T09:00:00Z', last_error: null })
})

it('answers with the reason of the service when it refuses', async () => {
  const channel = await fixture.openChannel({}, { answers: [{ status: 403, body: 'invalid_token' }] })
  const { status, body } = await test(channel.id)
  expect([status, body]).toMatchObject([
    503,
    { code: 'svc_channel_failed', message: 'Slack answered 403: invalid_token' },
  ])
  const unavailable = await fixture.openChannel({}, { answers: [{ status: 500 }] })
  expect((await test(unavailable.id)).status).toBe(503)
})

it('sends nothing in a dry run', async () => {
  const channel = await fixture.openChannel()
  expect((await test(channel.id, { dry_run: true })).body.data).toMatchObject({ dry_run: true, count: 1 })
  expect(channel.calls).toEqual([])
})
