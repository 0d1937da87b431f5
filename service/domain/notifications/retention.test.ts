import { expect, it } from 'vitest'
import { setUpMail } from './testing/set-up-mail.ts'

const fixture = setUpMail()

it('deletes notifications with their messages when they are older than the history of monitors', async () => {
  const { app, clock } = fixture.service
  await fixture.happen(1, 'down')
  await fixture.pass(15)
  clock.advance(179 * 86_400_000)
  await fixture.happen(2, 'down')
  expect(await app.deleteOldRows()).not.toHaveProperty('notification_events')
  expect((await fixture.rest('GET /notifications/messages')).body.total).toBe(1)
  clock.advance(2 * 86_400_000)
  expect(await app.deleteOldRows()).toMatchObject({ notification_events: 1, notification_messages: 1 })
  expect((await fixture.rest('GET /notifications')).body.data).toMatchObject([{ site_id: 2 }])
  expect((await fixture.rest('GET /notifications/messages')).body.total).toBe(0)
})
