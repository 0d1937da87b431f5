import { expect, it } from 'vitest'
import { appWith } from '../../../testing/authenticator-app.ts'
import { setUpService, signInAs } from '../../../testing/people.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'

const fixture = setUpService()
const { send, password, setUp } = secondFactorCalls(fixture)

it('needs a right code before signing in needs one, and returns ten recovery codes', async () => {
  const { service, people } = fixture
  const { headers } = await signInAs(service, people.viewer)
  const started = await send('POST', '/access/me/totp', {}, headers)
  const { secret, address } = started.body.data
  expect(address).toMatch(/^otpauth:\/\/totp\/Flotilla:vera\?issuer=Flotilla&secret=[A-Z2-7]{32}&/)
  const app = appWith(secret, service.clock)
  const wrong = await send('POST', '/access/me/totp/confirm', { code: app.wrongCode() }, headers)
  expect(wrong).toMatchObject({ status: 400, body: { code: 'svc_wrong_code' } })
  expect((await password()).status).toBe(200)
  const confirmed = await send('POST', '/access/me/totp/confirm', { code: app.code() }, headers)
  expect(new Set(confirmed.body.data.recovery_codes).size).toBe(10)
  expect(await password()).toMatchObject({
    status: 401,
    body: { code: 'svc_second_factor_required', data: { factors: ['totp', 'recovery-code'] } },
  })
  const factors = await send('GET', '/access/me/factors', undefined, headers)
  expect(factors.body.data).toMatchObject({ totp: { confirmed_at: expect.any(String) }, recovery_codes: 10 })
})

it('ends the other sessions of the person', async () => {
  const other = await signInAs(fixture.service, fixture.people.viewer)
  const { session } = await setUp()
  expect((await send('GET', '/access/me', undefined, other.headers)).status).toBe(401)
  expect((await send('GET', '/access/me', undefined, session.headers)).status).toBe(200)
})

it('stores neither the secret nor a recovery code in clear text', async () => {
  const { app } = await setUp()
  const { db } = fixture.service
  const stored = JSON.stringify([
    await db.selectFrom('totp_factors').selectAll().execute(),
    await db.selectFrom('recovery_codes').selectAll().execute(),
    await db.selectFrom('audit_lines').selectAll().execute(),
  ])
  for (const secret of [app.secret, ...app.recoveryCodes]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(secret.replaceAll('-', ''))
  }
})
