import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { startNotificationWork } from '../../notifications/index.ts'
import { openReceiver, setUpWebhooks } from '../testing/set-up-webhooks.ts'

const fixture = setUpWebhooks()
const incident = { incident_id: 1, address: '203.0.113.7', cause_code: 'status', cause: 'The site answered 503.' }
const down = (siteId: number) =>
  fixture.publish({ type: 'monitor.down', siteId, data: { ...incident, began_at: '2026-11-15T09:00:00Z' } })

/** The work of former webhooks. */
async function passFormer(seconds: number) {
  const { app, clock } = fixture.service
  clock.advance(seconds * 1000)
  const work = startNotificationWork({ ...app.context, currentActor: async () => null })
  await work.runOnce()
  await work.stop()
}

it('keeps the former format until it is converted, and sends in the new format what was not sent before', async () => {
  await seedSites(fixture.service.db, 2)
  const receiver = await openReceiver(204, 500)
  const former = await fixture.rest('POST /notifications/webhooks', { url: receiver.url, kinds: ['down', 'up'] })
  await passFormer(0)
  await down(1)
  await passFormer(15)
  expect(receiver.received[0]!.headers['x-flotilla-signature']).toMatch(/^sha256=/)
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ text: 'Site 1 is down', events: [{ kind: 'down' }] })
  await down(2)
  await passFormer(15)
  const { id } = former.body.data
  const plan = await fixture.rest(`POST /notifications/webhooks/${id}/convert`, { dry_run: true })
  expect(plan.body.data.would_affect).toEqual([{ id, url: receiver.url, types: ['monitor.down', 'monitor.up'] }])
  const { status, body } = await fixture.rest(`POST /notifications/webhooks/${id}/convert`)
  expect([status, body.data]).toMatchObject([
    200,
    { url: receiver.url, types: ['monitor.down', 'monitor.up'], active: true },
  ])
  await fixture.pass()
  await passFormer(300)
  // The delivery that failed in the former format, and no other.
  expect(receiver.received).toHaveLength(3)
  const last = receiver.received[2]!
  expect(last.headers['x-flotilla-signature']).toBeUndefined()
  expect(fixture.verify(body.data.secret, last)).toMatchObject({ type: 'monitor.down', site: { id: 2 } })
  expect((await fixture.rest('GET /notifications/webhooks')).body.data).toEqual([])
})

it('returns 404 for an unknown webhook and 403 without the permission', async () => {
  expect((await fixture.rest('POST /notifications/webhooks/9/convert')).status).toBe(404)
  const { headers } = fixture.people.manager
  expect((await fixture.rest('POST /notifications/webhooks/9/convert', {}, headers)).status).toBe(403)
})
