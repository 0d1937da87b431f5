import { describe, expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const add = (payload: object, headers: Record<string, string> = fixture.people.administrator.headers) =>
  fixture.service.request({ method: 'POST', url: '/api/v2/access/users/add', headers, payload })
const count = async () => (await fixture.service.db.selectFrom('users').select('id').execute()).length

it('adds a viewer and returns a one-time password once', async () => {
  const { body } = await add({ login: 'new.person', name: 'New Person', email: 'new@example.org' })
  expect(body).toMatchObject({
    success: 1,
    data: { user: { login: 'new.person', role: 'viewer', email: 'new@example.org', must_change_password: true } },
  })
  const password = body.data.one_time_password
  const session = await signInAs(fixture.service, { login: 'new.person', password })
  const me = await fixture.service.request({
    method: 'GET',
    url: '/api/v2/access/me',
    headers: { cookie: session.cookie },
  })
  expect(me.body.data.must_change_password).toBe(true)
})

it('accepts a password, which must be changed by default', async () => {
  const given = await add({ login: 'one', role: 'manager', password: 'a given password' })
  expect(given.body.data).toMatchObject({ one_time_password: null, user: { must_change_password: true } })
  const waived = await add({ login: 'two', password: 'a given password', must_change_password: false })
  expect(waived.body.data).toMatchObject({ user: { must_change_password: false } })
  const me = await fixture.service.request({
    method: 'GET',
    url: '/api/v2/access/me',
    headers: basic('two', 'a given password'),
  })
  expect(me.status).toBe(200)
})

it('compares logins regardless of case, even when two are added at the same time', async () => {
  const taken = await add({ login: 'ADA' })
  expect(taken.status).toBe(409)
  expect(taken.body.code).toBe('svc_already_exists')
  const answers = await Promise.all([add({ login: 'twin' }), add({ login: 'Twin' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('returns 400 with the name of each wrong field', async () => {
  const { status, body } = await add({ login: 'a:b', email: 'nowhere', role: 'king', password: 'short', status: 'x' })
  expect(status).toBe(400)
  expect(Object.keys(body.data.params).sort()).toEqual(['email', 'login', 'password', 'role', 'status'])
  expect((await add({ login: 'person', password: 'PERSON-is-great' })).body.data.params).toHaveProperty('password')
  // Columns that callers cannot set.
  for (const field of ['password_hash', 'id', 'disabled', 'last_sign_in_at']) {
    expect((await add({ login: 'person', [field]: 1 })).status).toBe(400)
  }
  expect(await count()).toBe(3)
})

it('returns the plan in a dry run and adds nothing', async () => {
  const { body } = await add({ login: 'person', role: 'manager', dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ login: 'person', role: 'manager' }], count: 1 })
  expect((await add({ login: 'ada', dry_run: true })).status).toBe(409)
  expect(await count()).toBe(3)
})

describe('is refused', () => {
  it('to managers and viewers', async () => {
    for (const { headers } of [fixture.people.manager, fixture.people.viewer]) {
      expect((await add({ login: 'person' }, headers)).status).toBe(403)
    }
  })

  it('to a key that lacks a scope, because the user would have more rights', async () => {
    const { keys } = fixture.people
    const answer = await add(
      { login: 'person', role: 'administrator', password: 'a given password' },
      keys.write.headers,
    )
    expect(answer.status).toBe(403)
    expect(answer.body.message).toContain('delete')
    expect((await add({ login: 'person' }, keys.limited.headers)).status).toBe(403)
    expect(await count()).toBe(3)
  })
})
