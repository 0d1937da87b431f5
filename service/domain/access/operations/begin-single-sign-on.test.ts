import { expect, it } from 'vitest'
import { fleetUrl } from '../../../testing/identity-provider.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

const fixture = setUpSingleSignOn()
const begin = (payload: object = {}, headers = {}) =>
  fixture.call('POST /access/single-sign-on/begin', payload, headers)

it('returns the page of the provider with PKCE, state and nonce, and the redirect address of PUBLIC_URL', async () => {
  await fixture.configure()
  const answer = await begin({}, { host: 'evil.example' })
  const { searchParams, origin } = new URL(answer.body.data.redirect_to)
  expect(origin).toBe(fixture.provider.issuer)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: 'flotilla',
    response_type: 'code',
    redirect_uri: `${fleetUrl}/sign-in/callback`,
    scope: 'openid profile email groups',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  const cookie = String(answer.headers['set-cookie'])
  expect(cookie).toMatch(/^__Host-flotilla_sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  expect(answer.body.data).not.toHaveProperty('browser_token')
  const stored = JSON.stringify(await fixture.service.db.selectFrom('oidc_logins').selectAll().execute())
  for (const secret of [searchParams.get('state')!, searchParams.get('nonce')!, cookie.slice(17, 60)])
    expect(stored).not.toContain(secret)
})

it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'sites', '/a\nb', ''])(
  'returns 400 for the return address %j',
  async (return_to) => {
    await fixture.configure()
    expect((await begin({ return_to })).status).toBe(400)
  },
)

it('is refused while single sign-on is off, and to pages of other sites', async () => {
  expect((await begin()).body.code).toBe('svc_single_sign_on_off')
  await fixture.configure()
  expect((await begin({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})
