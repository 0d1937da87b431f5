import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const me = async (headers: Record<string, string>) =>
  (await fixture.service.request({ method: 'GET', url: '/api/v2/access/me', headers })).body.data

it('returns the user and, in a session, the CSRF token', async () => {
  const { service, people } = fixture
  const { cookie, csrfToken } = await signInAs(service, people.manager)
  expect(await me({ cookie })).toMatchObject({
    kind: 'user',
    user: { login: 'mary', role: 'manager' },
    role: 'manager',
    scopes: ['read', 'write', 'delete'],
    limits: null,
    key_id: null,
    must_change_password: false,
    csrf_token: csrfToken,
  })
  expect(await me(people.manager.basic)).toMatchObject({ kind: 'user', csrf_token: null })
})

it('returns the rights of a key', async () => {
  const { keys } = fixture.people
  expect(await me(keys.read.headers)).toMatchObject({
    kind: 'key',
    key_id: keys.read.id,
    scopes: ['read'],
    csrf_token: null,
  })
})

it('gives every session its own token', async () => {
  const first = await signInAs(fixture.service, fixture.people.manager)
  const second = await signInAs(fixture.service, fixture.people.manager)
  expect(first.csrfToken).not.toBe(second.csrfToken)
})
