import { expect, it } from 'vitest'
import { signInAtProvider } from '../../../testing/identity-provider.ts'
import { type SignedIn, signInAs } from '../../../testing/people.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

const fixture = setUpSingleSignOn()
const mary = { sub: 'mary-1', groups: ['readers'], preferred_username: 'mary' }

async function beginLink(session: SignedIn, password = fixture.people.manager.password) {
  const { body } = await fixture.call('POST /access/me/identity/begin', { current_password: password }, session.headers)
  return signInAtProvider(body.data.redirect_to)
}
const link = (parameters: Record<string, string>, session: SignedIn) =>
  fixture.call('POST /access/me/identity/link', parameters, session.headers)

it('links the user, who then signs in with the provider and has the role of the group', async () => {
  await fixture.configure()
  fixture.provider.account = mary
  const session = await signInAs(fixture.service, fixture.people.manager)
  expect((await link(await beginLink(session), session)).body.data).toEqual({
    linked: true,
    issuer: fixture.provider.issuer,
  })
  const answer = await fixture.signIn(mary)
  expect(answer.body.data.user).toMatchObject({ id: fixture.people.manager.id, login: 'mary', role: 'viewer' })
})

it('is refused in another session, for sign-ins, and for an account that is linked already', async () => {
  await fixture.configure()
  fixture.provider.account = mary
  const session = await signInAs(fixture.service, fixture.people.manager)
  const other = await signInAs(fixture.service, fixture.people.viewer)
  expect((await link(await beginLink(session), other)).body.code).toBe('svc_sign_in_not_found')
  const begun = await fixture.begin()
  expect((await link(await signInAtProvider(begun.address), session)).body.code).toBe('svc_sign_in_not_found')
  expect((await fixture.finish(await beginLink(session), '')).body.code).toBe('svc_sign_in_not_found')
  await fixture.signIn(mary)
  expect((await link(await beginLink(session), session)).body.code).toBe('svc_already_linked')
})

it('is refused without a matching group', async () => {
  await fixture.configure()
  fixture.provider.account = { ...mary, groups: [] }
  const session = await signInAs(fixture.service, fixture.people.manager)
  expect((await link(await beginLink(session), session)).body.code).toBe('svc_no_matching_group')
})
