import { expect, it } from 'vitest'
import { openReceiver, setUpWebhooks, siteAdded } from '../testing/set-up-webhooks.ts'

const fixture = setUpWebhooks()
const { rest } = fixture

it('changes the given fields only', async () => {
  const { id } = await fixture.add({ url: 'http://127.0.0.1:9009/a', types: ['site.added'] })
  const { body } = await rest(`PUT /webhooks/${id}`, { description: 'Ops' })
  expect(body.data).toMatchObject({ id, url: 'http://127.0.0.1:9009/a', description: 'Ops', types: ['site.added'] })
  expect(body.data.secret).toBeUndefined()
  expect((await rest(`PATCH /webhooks/${id}`, { types: [] })).body.data.types).toEqual([])
})

it('creates a new secret for another host, and keeps it on the same host', async () => {
  const { id, secret } = await fixture.add({ url: 'http://127.0.0.1:9009/a' })
  expect((await rest(`PUT /webhooks/${id}`, { url: 'http://127.0.0.1:9009/b' })).body.data.secret).toBeUndefined()
  const moved = (await rest(`PUT /webhooks/${id}`, { url: 'http://127.0.0.2:9009/b' })).body.data
  expect(moved.secret).toMatch(/^whsec_/)
  expect(moved.secret).not.toBe(secret)
})

it('sends no events of the time a webhook was off', async () => {
  const receiver = await openReceiver()
  const { id } = await fixture.add({ url: receiver.url })
  await rest(`PUT /webhooks/${id}`, { active: false })
  await fixture.publish(siteAdded(1))
  await fixture.pass()
  await rest(`PUT /webhooks/${id}`, { active: true })
  await fixture.publish(siteAdded(2))
  await fixture.pass()
  expect(receiver.ids()).toEqual(['evt_2'])
})

it('returns 404 for an unknown webhook and 400 for a forbidden address', async () => {
  const unknown = await rest('PUT /webhooks/9', { active: true })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'svc_webhook_not_found'])
  const { id } = await fixture.add({ url: 'http://127.0.0.1:9009/a' })
  expect((await rest(`PUT /webhooks/${id}`, { url: 'http://10.0.0.1/' })).status).toBe(400)
})
