import { expect, it } from 'vitest'
import { signInAs } from '../../../testing/people.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

const fixture = setUpSingleSignOn()

it('needs the password of the signed-in user', async () => {
  await fixture.configure()
  const { manager } = fixture.people
  const session = await signInAs(fixture.service, manager)
  const begin = (current_password: string, headers: Record<string, string> = session.headers) =>
    fixture.call('POST /access/me/identity/begin', { current_password }, headers)
  expect((await begin('wrong')).body.code).toBe('svc_wrong_password')
  expect((await begin(manager.password, manager.headers)).status).toBe(403)
  expect((await begin(manager.password, manager.basic)).status).toBe(403)
  const answer = await begin(manager.password)
  expect(new URL(answer.body.data.redirect_to).origin).toBe(fixture.provider.issuer)
})

it('is refused to the last administrator with a password, who is the way back', async () => {
  await fixture.configure()
  const { administrator } = fixture.people
  const session = await signInAs(fixture.service, administrator)
  const payload = { current_password: administrator.password }
  const answer = await fixture.call('POST /access/me/identity/begin', payload, session.headers)
  expect([answer.status, answer.body.code]).toEqual([409, 'svc_last_administrator'])
})
