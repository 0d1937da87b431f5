import { describe, expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const url = '/api/v2/rest-api/add-key'
const add = (payload: object, headers: Record<string, string> = fixture.people.administrator.headers) =>
  fixture.service.request({ method: 'POST', url, headers, payload })
const count = async () => (await fixture.service.db.selectFrom('api_keys').select('id').execute()).length

it('creates a read-only key, returns it once and stores only its hash', async () => {
  const { body } = await add({ description: 'status page' })
  expect(body).toMatchObject({
    success: 1,
    message: expect.any(String),
    token: expect.stringMatching(/^flo_[0-9A-Za-z]{43}$/),
    data: { description: 'status page', scopes: ['read'], active: true, user_id: fixture.people.administrator.id },
  })
  expect(body.data.truncated_key).toBe(body.token.slice(-7))
  const stored = JSON.stringify(await fixture.service.db.selectFrom('api_keys').selectAll().execute())
  expect(stored).not.toContain(body.token)
  const me = await fixture.service.request({
    method: 'GET',
    url: '/api/v2/access/me',
    headers: { authorization: `Bearer ${body.token}` },
  })
  expect(me.body.data).toMatchObject({ kind: 'key', key_id: body.data.id, scopes: ['read'] })
})

it('accepts limits, an expiry and another owner', async () => {
  const { viewer } = fixture.people
  await seedFleet(fixture.service.db)
  const { body } = await add({
    user_id: viewer.id,
    scopes: ['delete', 'read'],
    site_ids: [3, 4],
    tag_ids: '2',
    expires_at: '2026-12-01T00:00:00+01:00',
    active: false,
  })
  expect(body.data).toMatchObject({
    user_id: viewer.id,
    scopes: ['read', 'delete'],
    site_ids: [3, 4],
    tag_ids: [2],
    expires_at: '2026-11-30T23:00:00Z',
    active: false,
  })
})

describe('permissions of the established product', () => {
  it.each([
    ['read', ['read']],
    ['write', ['write', 'delete']],
    ['read,write', ['read', 'write', 'delete']],
    [
      ['read', 'delete'],
      ['read', 'delete'],
    ],
    ['read_write', ['read', 'write', 'delete']],
  ])('%s', async (permissions, scopes) => {
    expect((await add({ permissions })).body.data.scopes).toEqual(scopes)
  })

  it('work as a form and at the address of that product', async () => {
    const answer = await fixture.service.request({
      method: 'POST',
      url: '/wp-json/mainwp/v2/rest-api/add-key',
      headers: { ...fixture.people.administrator.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'active=1&permissions=read%2Cwrite&description=form',
    })
    expect(answer.body).toMatchObject({
      success: 1,
      token: expect.any(String),
      data: { description: 'form', active: true },
    })
  })

  it('are refused together with scopes', async () => {
    const answer = await add({ permissions: 'read', scopes: ['read'] })
    expect(answer.status).toBe(400)
    expect(answer.body.data.params).toHaveProperty('permissions')
  })
})

it('returns 400 with the name of the wrong field', async () => {
  const refused: [string, unknown][] = [
    ['scopes', []],
    ['scopes', ['everything']],
    ['site_ids', []],
    ['site_ids', [0]],
    ['tag_ids', ['x']],
    ['expires_at', '2026-11-15T09:00:00Z'],
    ['expires_at', 'tomorrow'],
    ['hash', 'x'],
    ['token', 'x'.repeat(40)],
  ]
  const before = await count()
  for (const [field, value] of refused) {
    const answer = await add({ [field]: value })
    expect(answer.status, field).toBe(400)
    expect(Object.keys(answer.body.data.params)[0]).toMatch(new RegExp(`^${field}`))
  }
  expect((await add({ user_id: 999 })).body.code).toBe('svc_user_not_found')
  expect(await count()).toBe(before)
})

it('creates nothing in a dry run', async () => {
  const before = await count()
  const { body } = await add({ scopes: ['write'], dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ login: 'ada', scopes: ['write'] }] })
  expect(body).not.toHaveProperty('token')
  expect(await count()).toBe(before)
})

it('gives a key of a viewer only the rights of a viewer', async () => {
  const { body } = await add({ user_id: fixture.people.viewer.id, scopes: ['read', 'write', 'delete'] })
  const headers = { authorization: `Bearer ${body.token}` }
  expect((await add({}, headers)).status).toBe(403)
  const modules = await fixture.service.request({
    method: 'PUT',
    url: '/api/v2/modules/logs',
    headers,
    payload: { active: false },
  })
  expect(modules.status).toBe(403)
})

it('gives keys from the command line to the first administrator', async () => {
  const { output } = await fixture.service.app.run('add-key', { scopes: ['read'] })
  expect(output).toMatchObject({ key: { user_id: fixture.people.administrator.id } })
})

describe('is refused', () => {
  it('to a key that requests more rights than it has', async () => {
    const { keys } = fixture.people
    const escalation = await add({ scopes: ['read', 'delete'] }, keys.write.headers)
    expect(escalation.status).toBe(403)
    expect(escalation.body.message).toContain('delete')
    expect((await add({ permissions: 'write' }, keys.write.headers)).status).toBe(403)
    expect((await add({ scopes: ['delete'], dry_run: true }, keys.write.headers)).status).toBe(403)
    expect((await add({ scopes: ['read', 'write'] }, keys.write.headers)).status).toBe(200)
  })

  it('to a key that is read-only, limited to sites, or belongs to a manager', async () => {
    const { keys, manager } = fixture.people
    for (const { headers } of [keys.read, keys.limited, manager]) expect((await add({}, headers)).status).toBe(403)
  })
})
