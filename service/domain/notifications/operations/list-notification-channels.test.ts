import { expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()

it('lists channels without their secrets, for administrators', async () => {
  const token = `123456:${'s'.repeat(35)}`
  await fixture.rest('POST /notifications/channels', {
    service: 'telegram',
    name: 'On call',
    target: { token, chat_id: '-100123', server: 'http://127.0.0.1:8081' },
  })
  const { body, text } = await fixture.rest('GET /notifications/channels')
  expect(body.data).toMatchObject([{ service: 'telegram', name: 'On call', shown: 'Chat -100123', last_sent_at: null }])
  expect(text).not.toContain(token)
  expect((await fixture.rest('GET /notifications/channels', undefined, fixture.people.manager.headers)).status).toBe(
    403,
  )
})
