import { expect, it } from 'vitest'
import { openReceiver, setUpWebhooks, siteAdded } from '../testing/set-up-webhooks.ts'

const fixture = setUpWebhooks()
const replay = (id: number, input: object) => fixture.rest(`POST /webhooks/${id}/replay`, input)

it('sends one delivery again with the same id', async () => {
  const receiver = await openReceiver()
  const { id } = await fixture.add({ url: receiver.url })
  await fixture.publish(siteAdded(1), siteAdded(2))
  await fixture.pass()
  const second = (await fixture.deliveries(id)).find(({ message_id }) => message_id === 'evt_2')
  expect((await replay(id, { delivery_id: second!.id })).body.data).toEqual({ id, queued: true })
  await fixture.pass()
  expect(receiver.ids().slice(2)).toEqual(['evt_2'])
})

it('sends all events since a time, in order, also those the webhook did not receive', async () => {
  const receiver = await openReceiver()
  await fixture.publish(siteAdded(1))
  fixture.service.clock.advance(60_000)
  await fixture.publish(siteAdded(2))
  const { id } = await fixture.add({ url: receiver.url })
  await fixture.publish({ type: 'site.connected', siteId: 2, data: {} })
  await fixture.pass()
  expect(receiver.ids()).toEqual(['evt_3'])
  await replay(id, { since: '2026-11-15T09:00:30Z' })
  await fixture.pass()
  expect(receiver.ids().slice(1)).toEqual(['evt_2', 'evt_3'])
  await fixture.pass()
  expect(receiver.received).toHaveLength(3)
})

it('refuses what it cannot replay', async () => {
  const { id } = await fixture.add({ url: 'http://127.0.0.1:9009/' })
  const codeOf = async (input: object) => {
    const { status, body } = await replay(id, input)
    return [status, body.code]
  }
  expect(await codeOf({})).toEqual([400, 'svc_invalid_input'])
  expect(await codeOf({ delivery_id: 1, since: '2026-11-15T09:00:00Z' })).toEqual([400, 'svc_invalid_input'])
  expect(await codeOf({ since: 'yesterday' })).toEqual([400, 'svc_invalid_input'])
  expect(await codeOf({ delivery_id: 99 })).toEqual([404, 'svc_webhook_delivery_not_found'])
  await fixture.rest(`PUT /webhooks/${id}`, { active: false })
  expect(await codeOf({ since: '2026-11-15T09:00:00Z' })).toEqual([409, 'svc_webhook_off'])
})
