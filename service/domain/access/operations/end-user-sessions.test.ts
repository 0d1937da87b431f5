import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const end = (id: number, query = '') =>
  fixture.service.request({
    method: 'DELETE',
    url: `/api/v2/access/users/${id}/sessions${query}`,
    headers: fixture.people.administrator.headers,
  })
const status = async (cookie: string) =>
  (await fixture.service.request({ method: 'GET', url: '/api/v2/access/me', headers: { cookie } })).status

it('ends all sessions of one user and no others', async () => {
  const { service, people } = fixture
  const first = await signInAs(service, people.viewer)
  const second = await signInAs(service, people.viewer)
  const other = await signInAs(service, people.manager)
  expect([await status(first.cookie), await status(other.cookie)]).toEqual([200, 200])
  expect((await end(people.viewer.id, '?dry_run=true')).body.data).toMatchObject({ count: 2 })
  expect((await end(people.viewer.id)).body.data).toEqual({
    id: people.viewer.id,
    ended: 2,
    application_passwords: 0,
    keys: 0,
  })
  expect([await status(first.cookie), await status(second.cookie)]).toEqual([401, 401])
  expect(await status(other.cookie)).toBe(200)
})

it('returns 404 for an unknown user', async () => {
  expect((await end(999)).body.code).toBe('svc_user_not_found')
})
