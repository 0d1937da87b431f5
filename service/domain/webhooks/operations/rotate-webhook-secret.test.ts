import { expect, it } from 'vitest'
import { setUpWebhooks } from '../testing/set-up-webhooks.ts'

const fixture = setUpWebhooks()
const rotate = async (id: number, input = {}) => (await fixture.rest(`POST /webhooks/${id}/rotate`, input)).body.data

it('returns a new secret and keeps the previous one for a day', async () => {
  const { id, secret } = await fixture.add({ url: 'http://127.0.0.1:9009/' })
  const rotated = await rotate(id)
  expect(rotated).toMatchObject({ secret: expect.stringMatching(/^whsec_/), rotating_until: '2026-11-16T09:00:00Z' })
  expect(rotated.secret).not.toBe(secret)
  const row = await fixture.service.db.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow()
  expect(fixture.service.secrets.open(row.previous_secret!, 'webhook_endpoints.previous_secret')).toBe(secret)
})

it('drops the previous secret at once with keep_hours 0', async () => {
  const { id } = await fixture.add({ url: 'http://127.0.0.1:9009/' })
  expect(await rotate(id, { keep_hours: 0 })).toMatchObject({ rotating_until: null })
  const row = await fixture.service.db.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow()
  expect(row.previous_secret).toBeNull()
})
