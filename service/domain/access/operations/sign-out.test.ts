import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const url = '/api/v2/access/sessions/current'

it('ends this session, deletes the cookie and keeps the other sessions', async () => {
  const { service, people } = fixture
  const current = await signInAs(service, people.viewer)
  const other = await signInAs(service, people.viewer)
  const status = async (cookie: string) =>
    (await service.request({ method: 'GET', url: '/api/v2/access/me', headers: { cookie } })).status
  expect(await status(current.cookie)).toBe(200)
  const answer = await service.request({ method: 'DELETE', url, headers: current.headers })
  expect(answer.body).toMatchObject({ success: 1, data: { signed_out: true } })
  expect(String(answer.headers['set-cookie'])).toMatch(/^flotilla_session=;.*(Expires=Thu, 01 Jan 1970|Max-Age=0)/)
  expect([await status(current.cookie), await status(other.cookie)]).toEqual([401, 200])
})

it('needs the CSRF token', async () => {
  const { cookie } = await signInAs(fixture.service, fixture.people.viewer)
  expect((await fixture.service.request({ method: 'DELETE', url, headers: { cookie } })).status).toBe(403)
})

it('returns 404 without a session', async () => {
  const answer = await fixture.service.request({ method: 'DELETE', url, headers: fixture.people.viewer.basic })
  expect(answer.body.code).toBe('svc_session_not_found')
})
