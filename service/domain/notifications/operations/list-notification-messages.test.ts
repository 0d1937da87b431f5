import { expect, it } from 'vitest'
import { setUpMail } from '../testing/set-up-mail.ts'

const fixture = setUpMail()

it('lists messages with recipient and state, for administrators', async () => {
  await fixture.happen(1, 'down')
  await fixture.pass(15)
  fixture.smtpUrl = 'smtp://127.0.0.1:1'
  await fixture.happen(2, 'down')
  await fixture.pass(15)
  const { body } = await fixture.rest('GET /notifications/messages')
  expect(body).toMatchObject({ success: 1, total: 2 })
  expect(body.data[1]).toEqual({
    id: 1,
    channel: 'email',
    recipient: 'ops@example.com',
    subject: 'Site 1 is down',
    state: 'sent',
    attempts: 1,
    next_attempt_at: null,
    last_error: null,
    created_at: '2026-11-15T09:00:15Z',
    sent_at: '2026-11-15T09:00:15Z',
  })
  expect(body.data[0]).toMatchObject({ state: 'waiting', next_attempt_at: '2026-11-15T09:01:00Z' })
  expect((await fixture.rest('GET /notifications/messages?state=waiting')).body.total).toBe(1)
  for (const { headers } of [fixture.people.manager, fixture.people.keys.limited])
    expect((await fixture.rest('GET /notifications/messages', undefined, headers)).status).toBe(403)
})
