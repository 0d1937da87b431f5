import { describe, expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'

const fixture = setUpService()
const { send, setUp } = secondFactorCalls(fixture)
type Headers = Record<string, string>
const minute = 60_000

const addKey = (headers: Headers) => send('POST', '/rest-api/add-key', { description: 'robot' }, headers)
const confirm = (headers: Headers, proof: object) => send('POST', '/access/sessions/current/confirm', proof, headers)

describe('an operation with stepUp', () => {
  it('needs the password of the last 10 minutes in a session', async () => {
    const { administrator } = fixture.people
    const { headers } = await signInAs(fixture.service, administrator)
    fixture.service.clock.advance(10 * minute)
    expect((await addKey(headers)).status).toBe(200)
    fixture.service.clock.advance(1)
    const refused = await addKey(headers)
    expect(refused).toMatchObject({ status: 403, body: { code: 'svc_identity_confirmation_required' } })
    expect((await send('GET', '/rest-api/keys', undefined, headers)).status).toBe(200)
    const dryRun = await send('POST', '/rest-api/add-key', { description: 'robot', dry_run: true }, headers)
    expect(dryRun.status).toBe(200)
    expect((await confirm(headers, { current_password: administrator.password })).status).toBe(200)
    expect((await addKey(headers)).status).toBe(200)
  })

  it('is checked for every item of a batch, and for abilities', async () => {
    const { headers } = await signInAs(fixture.service, fixture.people.administrator)
    await send('POST', '/tags/add', { name: 'old' }, headers)
    fixture.service.clock.advance(11 * minute)
    const { body } = await send('POST', '/batch', { tags: { delete: [1] } }, headers)
    expect(JSON.stringify(body)).toContain('svc_identity_confirmation_required')
    const ability = await fixture.service.request({
      method: 'POST',
      url: '/api/v1/abilities/svc/delete-tag-v1/run',
      headers,
      payload: { input: { tag_id: 1, confirm: true } },
    })
    expect(ability.body.code).toBe('svc_identity_confirmation_required')
    expect((await send('GET', '/tags', undefined, headers)).body.total).toBe(1)
  })

  it('does not concern keys, application passwords and login passwords over Basic', async () => {
    const { administrator } = fixture.people
    const { headers } = await signInAs(fixture.service, administrator)
    const payload = { name: 'script', current_password: administrator.password }
    const made = await send('POST', '/access/me/application-passwords', payload, headers)
    const program = basic(administrator.login, made.body.data.password)
    fixture.service.clock.advance(11 * minute)
    for (const credentials of [administrator.headers, program, administrator.basic])
      expect((await addKey(credentials)).status).toBe(200)
  })

  it('works for 10 minutes in one session only, in every process', async () => {
    const { administrator } = fixture.people
    const first = await signInAs(fixture.service, administrator)
    const second = await signInAs(fixture.service, administrator)
    fixture.service.clock.advance(11 * minute)
    expect((await addKey(first.headers)).status).toBe(403)
    await confirm(first.headers, { current_password: administrator.password })
    expect((await addKey(first.headers)).status).toBe(200)
    expect((await addKey(second.headers)).status).toBe(403)
    const other = await fixture.service.openAnother()
    const request = { method: 'POST', url: '/api/v2/rest-api/add-key', payload: { description: 'robot' } } as const
    expect((await other.server.inject({ ...request, headers: first.headers })).statusCode).toBe(200)
  })
})

describe('confirming', () => {
  it('accepts a code of the authenticator app once, and limits guesses', async () => {
    const { app, session } = await setUp()
    expect((await confirm(session.headers, { code: app.code() })).status).toBe(200)
    expect((await confirm(session.headers, { code: app.code() })).status).toBe(400)
    const statuses: number[] = []
    for (let count = 0; count < 6; count++)
      statuses.push((await confirm(session.headers, { code: app.wrongCode() })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 429, 429])
  })

  it('needs the second factor of a person who has one: the password may be stolen with the session', async () => {
    const { app, session } = await setUp()
    fixture.service.clock.advance(11 * minute)
    const { password } = fixture.people.viewer
    expect((await confirm(session.headers, { current_password: password })).body.code).toBe('svc_invalid_input')
    const add = (url: string, payload: object) => send('POST', url, payload, session.headers)
    const refused = [
      await add('/access/me/passkeys/options', {}),
      await add('/access/me/application-passwords', { name: 'script', current_password: password }),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(Array(2).fill('svc_identity_confirmation_required'))
    expect((await confirm(session.headers, { code: app.code() })).status).toBe(200)
    expect((await add('/access/me/passkeys/options', {})).status).toBe(200)
  })

  it('refuses a wrong password, with the limits of signing in', async () => {
    const { headers } = await signInAs(fixture.service, fixture.people.viewer)
    const statuses: number[] = []
    for (let count = 0; count < 7; count++)
      statuses.push((await confirm(headers, { current_password: 'wrong' })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })

  it('needs a session, and either the password or a code', async () => {
    const { viewer } = fixture.people
    expect((await confirm(viewer.basic, { current_password: viewer.password })).status).toBe(403)
    const { headers } = await signInAs(fixture.service, viewer)
    expect((await confirm(headers, {})).body.code).toBe('svc_invalid_input')
  })
})
