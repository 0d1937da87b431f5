import { expect, it } from 'vitest'
import { openReceiver, setUpWebhooks, siteAdded } from '../testing/set-up-webhooks.ts'

const fixture = setUpWebhooks()

it('lists webhooks with the number of their deliveries, without secrets', async () => {
  const receiver = await openReceiver(204, 500)
  const { id, secret } = await fixture.add({ url: receiver.url, description: 'Ops', types: ['site.added'] })
  await fixture.publish(siteAdded(1))
  await fixture.pass()
  await fixture.publish(siteAdded(2))
  await fixture.pass()
  const { body, text } = await fixture.rest('GET /webhooks')
  expect(body.data).toEqual([
    {
      id,
      url: receiver.url,
      description: 'Ops',
      types: ['site.added'],
      active: true,
      owner: expect.stringContaining('ada'),
      rotating_until: null,
      failing_since: '2026-11-15T09:00:00Z',
      switched_off_reason: null,
      created_at: '2026-11-15T09:00:00Z',
      waiting: 1,
      delivered: 1,
      failed: 0,
      last_delivered_at: '2026-11-15T09:00:00Z',
    },
  ])
  expect(text).not.toContain(secret)
})

it('is for administrators', async () => {
  expect((await fixture.rest('GET /webhooks', undefined, fixture.people.manager.headers)).status).toBe(403)
})
