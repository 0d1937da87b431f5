import { expect, it } from 'vitest'
import { setUpMail } from './testing/set-up-mail.ts'

const fixture = setUpMail()

it('deletes events and messages after 90 days', async () => {
  const { app, clock } = fixture.service
  await fixture.happen(1, 'down')
  await fixture.pass(15)
  clock.advance(89 * 86_400_000)
  await fixture.happen(2, 'down')
  expect(await app.deleteOldRows()).not.toHaveProperty('channel_messages')
  expect((await fixture.rest('GET /notifications/messages')).body.total).toBe(1)
  // Events are deleted by the week.
  clock.advance(9 * 86_400_000)
  expect(await app.deleteOldRows()).toMatchObject({ events: expect.any(Number), channel_messages: 1, rule_matches: 1 })
  expect((await fixture.rest('GET /notifications')).body.data).toMatchObject([{ site_id: 2 }])
  expect((await fixture.rest('GET /notifications/messages')).body.total).toBe(0)
})
