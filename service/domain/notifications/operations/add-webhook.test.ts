import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const add = (payload: object) => rest('POST /notifications/webhooks', payload)
const url = 'http://127.0.0.1:8080/hook'

it('generates a secret, returns it once and stores it sealed', async () => {
  const { body } = await add({ url, kinds: ['down', 'down'] })
  expect(body).toMatchObject({ success: 1, data: { id: 1, url, kinds: ['down'], active: true } })
  expect(body.data.secret).toHaveLength(43)
  const row = await fixture.service.db.selectFrom('notification_webhooks').select('secret').executeTakeFirstOrThrow()
  expect(row.secret).not.toContain(body.data.secret)
  expect(fixture.service.secrets.open(row.secret, 'notification_webhooks.secret')).toBe(body.data.secret)
})

it('accepts a secret of the caller and never logs it', async () => {
  const secret = 'a secret of our own, long enough'
  expect((await add({ url, secret })).body.data.secret).toBe(secret)
  const { rows } = await fixture.service.db.pool.query('select * from audit_lines')
  expect(JSON.stringify([rows, fixture.service.logged])).not.toContain(secret)
})

describe('refuses', () => {
  it.each([
    ['an address in a private network', { url: 'http://10.0.0.1/' }, 'url'],
    ['an address of a cloud’s own services', { url: 'http://169.254.169.254/latest' }, 'url'],
    ['another scheme', { url: 'ftp://hook.example/' }, 'url'],
    ['a secret that is too short', { url, secret: 'short' }, 'secret'],
    ['no kinds at all', { url, kinds: [] }, 'kinds'],
    ['an unknown kind', { url, kinds: ['sunset'] }, 'kinds[0]'],
  ])('%s', async (_, payload, field) => {
    const { status, body } = await add(payload)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
  })
})

it('adds nothing in a dry run', async () => {
  expect((await add({ url, dry_run: true })).body.data).toMatchObject({ dry_run: true, count: 1 })
  expect((await rest('GET /notifications/webhooks')).body.total).toBe(0)
})

it('is for administrators', async () => {
  expect((await rest('POST /notifications/webhooks', { url }, fixture.people.manager.headers)).status).toBe(403)
})
