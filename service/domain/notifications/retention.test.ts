import { expect, it } from 'vitest'
import { mailScene } from './testing/mail-scene.ts'

const scene = mailScene()

it('deletes notifications with their messages when they are older than the history of monitors', async () => {
  const { app, clock } = scene.service
  await scene.happen(1, 'down')
  await scene.pass(15)
  clock.advance(179 * 86_400_000)
  await scene.happen(2, 'down')
  expect(await app.deleteOldRows()).not.toHaveProperty('notification_events')
  expect((await scene.rest('GET /notifications/messages')).body.total).toBe(1)
  clock.advance(2 * 86_400_000)
  expect(await app.deleteOldRows()).toMatchObject({ notification_events: 1, notification_messages: 1 })
  expect((await scene.rest('GET /notifications')).body.data).toMatchObject([{ site_id: 2 }])
  expect((await scene.rest('GET /notifications/messages')).body.total).toBe(0)
})
