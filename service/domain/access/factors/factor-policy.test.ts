import { describe, expect, it } from 'vitest'
import { setUpAuthenticatorApp } from '../../../testing/authenticator-app.ts'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'

const fixture = setUpService()
const { send, setUp } = secondFactorCalls(fixture)
type Headers = Record<string, string>
const minute = 60_000

describe('a login password over Basic', () => {
  const me = (headers: Headers) => send('GET', '/access/me', undefined, headers)

  it('is refused for a person with a second factor; application passwords and API keys work', async () => {
    const { viewer } = fixture.people
    const { headers } = await signInAs(fixture.service, viewer)
    const payload = { name: 'script', current_password: viewer.password }
    const made = await send('POST', '/access/me/application-passwords', payload, headers)
    expect((await me(viewer.basic)).status).toBe(200)
    await setUp()
    const refused = await me(viewer.basic)
    expect(refused).toMatchObject({ status: 401, body: { code: 'svc_login_password_refused' } })
    expect(refused.body.message).toMatch(/application password.*API key/)
    expect((await me(basic(viewer.login, made.body.data.password))).status).toBe(200)
    expect((await me(viewer.headers)).status).toBe(200)
  })

  it('is refused for a person who needs a second factor', async () => {
    const { manager, viewer } = fixture.people
    await fixture.service.app.run('update-sign-in-settings', { second_factor_for: 'managers' })
    expect((await me(manager.basic)).body.code).toBe('svc_login_password_refused')
    expect((await me(viewer.basic)).status).toBe(200)
    expect((await me(manager.headers)).status).toBe(200)
  })
})

describe('the setting second_factor_for', () => {
  const sites = (headers: Headers) => send('GET', '/sites', undefined, headers)
  const day = 24 * 60 * minute
  const require = (second_factor_for: string, second_factor_grace_days = 3) =>
    fixture.service.app.run('update-sign-in-settings', { second_factor_for, second_factor_grace_days })

  it('lets people work in the grace period, and afterwards only set up a second factor', async () => {
    const { manager } = fixture.people
    await require('managers')
    const first = await signInAs(fixture.service, manager)
    expect((await sites(first.headers)).status).toBe(200)
    const { due_at } = (await send('GET', '/access/me/factors', undefined, first.headers)).body.data
    expect(new Date(due_at).getTime()).toBe(fixture.service.clock.now().getTime() + 3 * day)
    fixture.service.clock.advance(3 * day)
    const { headers } = await signInAs(fixture.service, manager)
    expect(await sites(headers)).toMatchObject({ status: 403, body: { code: 'svc_factor_setup_required' } })
    expect((await send('GET', '/access/me', undefined, headers)).body.data.must_set_up_factor).toBe(true)
    const forProgram = { name: 'script', current_password: manager.password }
    expect((await send('POST', '/access/me/application-passwords', forProgram, headers)).body.code).toBe(
      'svc_factor_setup_required',
    )
    // The API key of the person goes on.
    expect((await sites(manager.headers)).status).toBe(200)
    const { session } = await setUpAuthenticatorApp(fixture.service, manager)
    expect((await sites(session.headers)).status).toBe(200)
  })

  it('applies to open sessions, and not to viewers unless it is everyone', async () => {
    const { headers } = await signInAs(fixture.service, fixture.people.viewer)
    await require('managers', 0)
    expect((await sites(headers)).status).toBe(200)
    await require('everyone', 0)
    fixture.service.clock.advance(minute)
    expect((await sites(headers)).status).toBe(403)
    await require('none')
    fixture.service.clock.advance(minute)
    expect((await sites(headers)).status).toBe(200)
  })
})
