import { expect, it } from 'vitest'
import { setUpWebhooks } from '../testing/set-up-webhooks.ts'

const fixture = setUpWebhooks()

it('returns the secret once and stores it sealed', async () => {
  const { id, secret } = await fixture.add({ url: 'http://127.0.0.1:9009/hook' })
  const row = await fixture.service.db.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow()
  expect(row.id).toBe(id)
  expect(fixture.service.secrets.open(row.secret, 'webhook_endpoints.secret')).toBe(secret)
  expect(JSON.stringify(row)).not.toContain(secret)
})

it.each([
  { url: 'ftp://example.com/' },
  { url: 'http://10.0.0.1/' },
  { url: 'http://169.254.169.254/latest/' },
  { url: 'https://example.com/', types: ['site.gone'] },
  { url: 'https://example.com/', secret: 'own' },
])('refuses %o with 400', async (input) => {
  const { status, body } = await fixture.rest('POST /webhooks', input)
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'svc_invalid_input' })
})

it('adds nothing in a dry run', async () => {
  const { body } = await fixture.rest('POST /webhooks', { url: 'http://127.0.0.1:9009/', dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ url: 'http://127.0.0.1:9009/' }] })
  expect((await fixture.rest('GET /webhooks')).body.data).toEqual([])
})
