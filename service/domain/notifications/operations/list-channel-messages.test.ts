import { expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()

it('lists messages with their state, newest first', async () => {
  const [first, second] = [await fixture.openChannel(), await fixture.openChannel({}, { answers: [{ status: 500 }] })]
  await fixture.down(1)
  await fixture.pass(15)
  const { body } = await fixture.rest('GET /notifications/channel-messages')
  expect(body.data).toMatchObject([
    {
      channel_id: second.id,
      state: 'waiting',
      last_error: 'Slack answered 500',
      next_attempt_at: '2026-11-15T09:00:45Z',
    },
    { channel_id: first.id, title: 'Site 1 is down', state: 'sent', attempts: 1, next_attempt_at: null },
  ])
  const filtered = await fixture.rest(`GET /notifications/channel-messages?channel_id=${first.id}`)
  expect(filtered.body).toMatchObject({ total: 1, data: [{ channel_id: first.id }] })
})
