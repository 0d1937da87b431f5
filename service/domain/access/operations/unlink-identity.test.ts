import { expect, it } from 'vitest'
import { signInAs } from '../../../testing/people.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

const fixture = setUpSingleSignOn()

it('removes the link of an administrator with the password', async () => {
  const { administrator } = fixture.people
  const now = fixture.service.clock.now()
  const times = { created_at: now, last_sign_in_at: now, access_until: new Date(now.getTime() + 86_400_000) }
  await fixture.service.db
    .insertInto('oidc_identities')
    .values({ issuer: 'https://provider.example', subject: '1', user_id: administrator.id, ...times })
    .execute()
  const session = await signInAs(fixture.service, administrator)
  const unlink = (current_password: string) =>
    fixture.call('POST /access/me/identity/unlink', { current_password }, session.headers)
  expect((await unlink('wrong')).body.code).toBe('svc_wrong_password')
  expect((await unlink(administrator.password)).body.data).toEqual({ unlinked: true })
  expect((await unlink(administrator.password)).body.code).toBe('svc_identity_not_found')
})
