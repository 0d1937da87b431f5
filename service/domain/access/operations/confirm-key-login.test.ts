import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { keyLoginCalls } from '../testing/key-login-calls.ts'

const fixture = setUpService()
const { start, confirm, finish, sessionOf } = keyLoginCalls(fixture)
const minute = 60_000

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
