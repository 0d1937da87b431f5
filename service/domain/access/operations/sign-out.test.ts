import { describe, expect, it } from 'vitest'
import { fleetUrl } from '../../../testing/identity-provider.ts'
import { cookiesOf, setUpService, signInAs } from '../../../testing/people.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

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

describe('after single sign-on', () => {
  const fixture = setUpSingleSignOn()
  async function signOut() {
    const answer = await fixture.signIn({ sub: 'grace-1', groups: ['agency'] })
    const cookie = `flotilla_session=${cookiesOf(answer).flotilla_session}`
    const headers = { cookie, 'x-csrf-token': answer.body.data.csrf_token }
    return { cookie, end: () => fixture.call('DELETE /access/sessions/current', undefined, headers) }
  }

  it('returns the page of the provider that ends its session', async () => {
    await fixture.configure()
    const { cookie, end } = await signOut()
    const address = new URL((await end()).body.data.redirect_to)
    expect(address.origin).toBe(fixture.provider.issuer)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'flotilla',
      post_logout_redirect_uri: `${fleetUrl}/`,
    })
    expect((await fetch(address)).status).toBe(200)
    expect((await fixture.call('GET /access/me', undefined, { cookie })).status).toBe(401)
  })

  it('ends the session here when the provider cannot be reached', async () => {
    await fixture.configure()
    const { cookie, end } = await signOut()
    await fixture.service.db.updateTable('oidc_settings').set({ issuer: 'http://127.0.0.1:9' }).execute()
    expect((await end()).body.data).toEqual({ signed_out: true, redirect_to: null })
    expect((await fixture.call('GET /access/me', undefined, { cookie })).status).toBe(401)
  })

  it('stays in Flotilla after a sign-in with a password', async () => {
    await fixture.configure()
    const { headers } = await signInAs(fixture.service, fixture.people.viewer)
    const answer = await fixture.call('DELETE /access/sessions/current', undefined, headers)
    expect(answer.body.data.redirect_to).toBeNull()
  })
})
