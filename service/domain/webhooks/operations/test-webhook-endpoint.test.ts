import { expect, it } from 'vitest'
import { openReceiver, setUpWebhooks } from '../testing/set-up-webhooks.ts'

const fixture = setUpWebhooks()
const test = (id: number) => fixture.rest(`POST /webhooks/${id}/test`)

it('sends a signed test message at once and returns the answer of the receiver', async () => {
  const receiver = await openReceiver({ status: 200, body: 'thanks' })
  const { id } = await fixture.add({ url: receiver.url, types: ['site.added'] })
  const { status, body } = await test(id)
  expect([status, body.success]).toEqual([200, 1])
  expect(body.data).toMatchObject({ type: 'webhook.test', state: 'delivered', status: 200, answer: 'thanks' })
  expect(receiver.received[0]!.headers['webhook-signature']).toMatch(/^v1,/)
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'webhook.test', subject: `webhook:${id}` })
})

it('reports a failure and does not repeat the message', async () => {
  const receiver = await openReceiver({ status: 500, body: 'broken' })
  const { id } = await fixture.add({ url: receiver.url })
  const { body } = await test(id)
  expect(body).toMatchObject({ success: 0, code: 'svc_webhook_failed' })
  await fixture.pass(3_600_000)
  expect(receiver.received).toHaveLength(1)
  expect(await fixture.deliveries(id)).toMatchObject([{ state: 'failed', status: 500, answer: 'broken' }])
})
