import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { keyLoginCalls } from '../testing/key-login-calls.ts'

const fixture = setUpService()
const { start, confirm, finish, sessionOf } = keyLoginCalls(fixture)
const minute = 60_000

it('limits guesses of codes in a session, also in dry runs', async () => {
  const headers = await sessionOf(fixture.people.viewer)
  const { user_code } = (await start()).body.data
  for (const dry_run of [false, true]) {
    const statuses: number[] = []
    for (let count = 0; count < 21; count++) {
      const url = '/api/v2/access/key-logins/zzzz-zzzz/confirm'
      statuses.push((await fixture.service.request({ method: 'POST', url, headers, payload: { dry_run } })).status)
    }
    expect([dry_run, new Set(statuses.slice(0, 20)), statuses.at(-1)]).toEqual([dry_run, new Set([410]), 429])
    expect((await confirm(user_code, headers)).status).toBe(429)
    fixture.service.clock.advance(minute)
  }
})

it('needs a person with a fresh factor, in time, and works once', async () => {
  const { viewer, administrator } = fixture.people
  const { user_code } = (await start()).body.data
  expect((await confirm(user_code, administrator.headers)).status).toBe(403)
  const old = await sessionOf(viewer)
  fixture.service.clock.advance(11 * minute)
  const { user_code: second, device_code } = (await start()).body.data
  expect((await confirm(second, old)).body.code).toBe('svc_identity_confirmation_required')
  const headers = await sessionOf(viewer)
  expect((await confirm(user_code, headers)).body.code).toBe('svc_login_ended')
  expect((await confirm(second, headers)).body.data).toEqual({ confirmed: true, name: 'laptop' })
  expect((await confirm(second, headers)).body.code).toBe('svc_login_ended')
  // The end of all access ends what was confirmed and not fetched.
  await fixture.service.db.updateTable('users').set({ disabled: true }).where('id', '=', viewer.id).execute()
  expect((await finish(device_code)).body.code).toBe('svc_login_ended')
})
