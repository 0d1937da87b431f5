import { expect, it } from 'vitest'
import { mailScene } from '../testing/mail-scene.ts'

const scene = mailScene()
const forget = async (input = {}) =>
  (await scene.service.app.run('forget-old-notifications', input, { confirmed: true })).output

it('deletes notifications older than the history of monitors', async () => {
  await scene.happen(1, 'down')
  await scene.pass(15)
  scene.service.clock.advance(179 * 86_400_000)
  await scene.happen(2, 'down')
  expect(await forget()).toEqual({ events: 0 })
  scene.service.clock.advance(2 * 86_400_000)
  expect(await forget({ dry_run: true })).toMatchObject({ dry_run: true })
  expect(await forget()).toEqual({ events: 1 })
  expect((await scene.rest('GET /notifications')).body.data).toMatchObject([{ site_id: 2 }])
  expect((await scene.rest('GET /notifications/messages')).body.total).toBe(0)
})
