import { expect, it } from 'vitest'
import { openReceiver, setUpWebhooks, siteAdded } from '../testing/set-up-webhooks.ts'

const fixture = setUpWebhooks()

it('lists the deliveries newest first, in pages and by state', async () => {
  const receiver = await openReceiver(204, { status: 500, body: 'broken' })
  const { id } = await fixture.add({ url: receiver.url })
  await fixture.publish(siteAdded(1))
  await fixture.pass()
  await fixture.publish(siteAdded(2))
  await fixture.pass()
  const { body } = await fixture.rest(`GET /webhooks/${id}/deliveries?per_page=1`)
  expect(body).toMatchObject({ total: 2, page: 1, per_page: 1 })
  expect(body.data).toEqual([
    {
      id: 2,
      message_id: 'evt_2',
      type: 'site.added',
      subject: 'site:2',
      state: 'waiting',
      attempts: 1,
      next_attempt_at: '2026-11-15T09:00:05Z',
      attempted_at: '2026-11-15T09:00:00Z',
      status: 500,
      duration_ms: expect.any(Number),
      error: expect.stringContaining('500'),
      answer: 'broken',
      created_at: '2026-11-15T09:00:00Z',
    },
  ])
  expect((await fixture.rest(`GET /webhooks/${id}/deliveries?state=delivered`)).body.data).toMatchObject([{ id: 1 }])
  expect((await fixture.rest('GET /webhooks/9/deliveries')).body.code).toBe('svc_webhook_not_found')
})
