import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const put = (payload: object, id = 1) => rest(`PUT /notifications/webhooks/${id}`, payload)
beforeEach(async () => {
  await rest('POST /notifications/webhooks', { url: 'http://127.0.0.1:8080/hook' })
})

it('changes the sent fields and keeps the others', async () => {
  const { body } = await put({ active: false })
  expect(body.data).toMatchObject({
    url: 'http://127.0.0.1:8080/hook',
    kinds: ['down', 'up', 'certificate', 'domain', 'health'],
    active: false,
  })
  const patched = await rest('PATCH /notifications/webhooks/1', {
    kinds: ['up'],
    secret: 'another secret, long enough',
  })
  expect(patched.body.data).toMatchObject({ kinds: ['up'], active: false })
  expect(patched.text).not.toContain('another secret')
  const row = await fixture.service.db.selectFrom('notification_webhooks').select('secret').executeTakeFirstOrThrow()
  expect(fixture.service.secrets.open(row.secret, 'notification_webhooks.secret')).toBe('another secret, long enough')
  expect((await put({})).body.data).toMatchObject({ kinds: ['up'] })
})

it('generates a new secret when the URL changes to another host, and returns it once', async () => {
  const { db, secrets } = fixture.service
  const secretNow = async () => {
    const row = await db.selectFrom('notification_webhooks').select('secret').executeTakeFirstOrThrow()
    return secrets.open(row.secret, 'notification_webhooks.secret')
  }
  const first = await secretNow()
  expect((await put({ url: 'http://127.0.0.1:8080/other' })).body.data).not.toHaveProperty('secret')
  expect(await secretNow()).toBe(first)
  const plan = await put({ url: 'http://127.0.0.9:8080/hook', dry_run: true })
  expect(plan.body.data.warnings).toEqual([expect.stringContaining('a new secret is generated')])
  for (const url of ['http://127.0.0.9:8080/hook', 'http://127.0.0.9:8081/hook']) {
    const before = await secretNow()
    const { body } = await put({ url })
    expect(await secretNow()).not.toBe(before)
    expect(body.data.secret).toBe(await secretNow())
  }
  const given = 'a secret for the new host'
  expect((await put({ url: 'http://127.0.0.7:8080/', secret: given })).text).not.toContain(given)
  expect(await secretNow()).toBe(given)
})

it('returns 400 for a forbidden address and 404 for an unknown webhook', async () => {
  expect((await put({ url: 'http://10.0.0.1/' })).status).toBe(400)
  expect((await put({ active: false }, 9)).body).toMatchObject({ code: 'svc_webhook_not_found' })
})

it('changes nothing in a dry run', async () => {
  expect((await put({ active: false, dry_run: true })).body.data).toMatchObject({
    dry_run: true,
    would_affect: [{ id: 1, active: false }],
  })
  expect((await rest('GET /notifications/webhooks')).body.data[0].active).toBe(true)
})
