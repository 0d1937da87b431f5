import { expect, it } from 'vitest'
import { openReceiver, setUpWebhooks, siteAdded } from '../testing/set-up-webhooks.ts'

const fixture = setUpWebhooks()

it('deletes the webhook with its deliveries', async () => {
  const receiver = await openReceiver(500)
  const { id } = await fixture.add({ url: receiver.url })
  await fixture.publish(siteAdded(1))
  await fixture.pass()
  const { status, body } = await fixture.rest(`DELETE /webhooks/${id}`)
  expect([status, body.data]).toEqual([200, { deleted: true, id, url: receiver.url }])
  await fixture.pass(5_000)
  expect(receiver.received).toHaveLength(1)
  expect(await fixture.service.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
  expect((await fixture.rest(`DELETE /webhooks/${id}`)).body.code).toBe('svc_webhook_not_found')
})
