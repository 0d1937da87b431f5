import { describe, expect, it } from 'vitest'
import { setUpAuthenticatorApp } from '../../../testing/authenticator-app.ts'
import { fleetUrl, signInAtProvider } from '../../../testing/identity-provider.ts'
import { basic, cookiesOf, type SignedIn, signInAs } from '../../../testing/people.ts'
import { createSoftwarePasskey } from '../../../testing/software-passkey.ts'
import type { Answer } from '../../../testing/test-service.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'
import { useIds } from '../testing/use-ids.ts'
import { ensureFirstAdministrator } from '../users/first-administrator.ts'

const fixture = setUpSingleSignOn()
const day = 86_400_000
const mary = { sub: 'mary-1', groups: ['agency'], preferred_username: 'mary' }
const grace = { sub: 'grace-1', groups: ['agency'], preferred_username: 'grace' }
const password = (given: { login: string; password: string } = fixture.people.manager) =>
  fixture.call('POST /access/sessions', { login: given.login, password: given.password })
const outcome = ({ status, body }: Answer) => [status, body.code]
const ended = [403, 'svc_provider_sign_in_required']

function sessionOf(answer: Answer): SignedIn['headers'] {
  const { csrf_token } = answer.body.data
  return { cookie: `flotilla_session=${cookiesOf(answer).flotilla_session}`, 'x-csrf-token': csrf_token }
}

/** The manager links the user to an account at the provider. */
async function linkMary(): Promise<SignedIn> {
  fixture.provider.account = mary
  const session = await signInAs(fixture.service, fixture.people.manager)
  const payload = { current_password: fixture.people.manager.password }
  const begun = await fixture.call('POST /access/me/identity/begin', payload, session.headers)
  const parameters = await signInAtProvider(begun.body.data.redirect_to)
  const linked = await fixture.call('POST /access/me/identity/link', parameters, session.headers)
  if (linked.status !== 200) throw new Error(linked.text)
  return session
}

/** Adds a passkey in the session of the answer; the result signs in with it alone. */
async function addPasskey(headers: SignedIn['headers']): Promise<() => Promise<Answer>> {
  const passkey = createSoftwarePasskey({ origin: fleetUrl, rpId: new URL(fleetUrl).hostname })
  const { body } = await fixture.call('POST /access/me/passkeys/options', {}, headers)
  const answer = passkey.create(body.data.options)
  const added = await fixture.call('POST /access/me/passkeys', { name: 'Laptop', answer }, headers)
  if (added.status !== 200) throw new Error(added.text)
  return async () => {
    const options = (await fixture.call('POST /access/sessions/passkey/options', {})).body.data.options
    return fixture.call('POST /access/sessions/passkey', { answer: passkey.answer(options) })
  }
}

describe('a person who has lost the group', () => {
  it('cannot sign in with the local password, in the dashboard or over Basic', async () => {
    await fixture.configure()
    await linkMary()
    expect((await password()).status).toBe(200)
    expect((await fixture.signIn({ ...mary, groups: [] })).status).toBe(403)
    expect(outcome(await password())).toEqual(ended)
    const { manager } = fixture.people
    const program = basic(manager.login, manager.password)
    expect(outcome(await fixture.call('GET /access/me', undefined, program))).toEqual(ended)
    expect((await fixture.signIn(mary)).status).toBe(200)
    expect((await password()).status).toBe(200)
  })

  it('cannot sign in with a passkey', async () => {
    await fixture.configure()
    const signInWithPasskey = await addPasskey(sessionOf(await fixture.signIn(grace)))
    expect((await signInWithPasskey()).status).toBe(200)
    expect((await fixture.signIn({ ...grace, groups: [] })).status).toBe(403)
    expect(outcome(await signInWithPasskey())).toEqual(ended)
  })

  it('cannot accept an own invitation, also when the link is known', async () => {
    await fixture.configure()
    const { id } = (await fixture.signIn({ ...grace, groups: ['admins'] })).body.data.user
    const { db, clock, app } = fixture.service
    const { keyedHash } = await import('../keys/hashing-key.ts')
    const token = 'a token of an invitation'
    await db
      .insertInto('invitations')
      .values({
        email: 'private@example.org',
        role: 'administrator',
        token_hash: keyedHash(app.context.access.hashingKey, 'invitation', token),
        invited_by: id,
        created_at: clock.now(),
        expires_at: new Date(clock.now().getTime() + 7 * day),
      })
      .execute()
    const read = () => fixture.call('POST /access/invitations/read', { token })
    expect((await read()).status).toBe(200)
    expect((await fixture.signIn({ ...grace, groups: [] })).status).toBe(403)
    expect((await read()).status).toBe(404)
    const accepted = await fixture.call('POST /access/invitations/accept', {
      token,
      login: 'back',
      new_password: 'a good pass phrase',
    })
    expect(outcome(accepted)).toEqual([404, 'svc_link_not_found'])
  })
})

it('a passkey ends after the set number of days without a sign-in at the provider', async () => {
  await fixture.configure({ key_days: 10 })
  const signInWithPasskey = await addPasskey(sessionOf(await fixture.signIn(grace)))
  fixture.service.clock.advance(10 * day - 1_000)
  expect((await signInWithPasskey()).status).toBe(200)
  fixture.service.clock.advance(1_000)
  expect(outcome(await signInWithPasskey())).toEqual(ended)
})

describe('the way back', () => {
  const loseGroup = async () => {
    await linkMary()
    expect((await fixture.signIn({ ...mary, groups: [] })).status).toBe(403)
  }

  it('is a password of an administrator, which removes the link', async () => {
    await fixture.configure()
    await loseGroup()
    const { manager, administrator } = fixture.people
    const changes = { password: 'one time pass phrase' }
    await fixture.call(`POST /access/users/${manager.id}/edit`, changes, administrator.headers)
    expect((await password({ login: 'mary', password: changes.password })).body.data.must_change_password).toBe(true)
    expect((await fixture.signIn(mary)).body.data.user.id).not.toBe(manager.id)
  })

  it('is ADMIN_PASSWORD, also with the same password', async () => {
    await fixture.configure()
    await loseGroup()
    const { manager } = fixture.people
    const { context } = fixture.service.app
    await ensureFirstAdministrator(context, { ADMIN_USER: manager.login, ADMIN_PASSWORD: manager.password })
    expect((await password()).body.data.user.role).toBe('administrator')
  })
})

it('a linked user who is not an administrator cannot remove the link and keep the role of the group', async () => {
  await fixture.configure()
  const session = await linkMary()
  const payload = { current_password: fixture.people.manager.password }
  const answer = await fixture.call('POST /access/me/identity/unlink', payload, session.headers)
  expect(outcome(answer)).toEqual([403, 'svc_permission_denied'])
})

it('a session that needed a second factor after single sign-on also ends at the provider', async () => {
  await fixture.configure()
  await linkMary()
  const { app } = await setUpAuthenticatorApp(fixture.service, fixture.people.manager)
  const first = await fixture.signIn(mary)
  expect(outcome(first)).toEqual([401, 'svc_second_factor_required'])
  const { challenge } = first.body.data
  const answer = await fixture.call('POST /access/sessions/second-factor', { challenge, code: app.code() })
  const signedOut = await fixture.call('DELETE /access/sessions/current', undefined, sessionOf(answer))
  expect(signedOut.body.data.redirect_to).toContain(fixture.provider.issuer)
})

describe('a group of the provider', () => {
  const addRole = async (permissions: string[]) =>
    (await fixture.call('POST /access/roles/add', { name: 'Freelancer', permissions }, admin())).body.data.id as number
  const admin = () => fixture.people.administrator.headers

  it('gives a custom role, sites, tags and clients, read again at every sign-in', async () => {
    await fixture.configure()
    const role_id = await addRole(['sites.read', 'updates.manage'])
    await useIds(fixture.service)
    const limits = { site_ids: [3], tag_ids: [4, 5], client_ids: [6] }
    const mappings = [{ group: 'agency', role: 'custom', role_id, ...limits }]
    expect((await fixture.configure({ mappings })).status).toBe(200)
    const first = await fixture.signIn(grace)
    const me = async (answer: Answer) =>
      (await fixture.call('GET /access/me', undefined, { cookie: sessionOf(answer).cookie })).body.data
    expect(await me(first)).toMatchObject({ role: 'custom', limits })
    expect((await me(first)).permissions).toEqual(
      expect.arrayContaining(['sites.read', 'updates.manage', 'updates.read']),
    )
    expect((await me(first)).permissions).not.toContain('sites.manage')
    await fixture.configure({ mappings: [{ group: 'agency', role: 'viewer', client_ids: [7] }] })
    const second = await me(await fixture.signIn(grace))
    expect(second).toMatchObject({ role: 'viewer', limits: { site_ids: [], tag_ids: [], client_ids: [7] } })
    await fixture.configure({ mappings: [{ group: 'agency', role: 'viewer' }] })
    expect((await me(await fixture.signIn(grace))).limits).toBeNull()
  })

  it('gives no access when its custom role was deleted, for sign-ins and for linking', async () => {
    await fixture.configure()
    const role_id = await addRole(['sites.read'])
    await fixture.configure({ mappings: [{ group: 'agency', role: 'custom', role_id }] })
    expect((await fixture.call(`DELETE /access/roles/${role_id}/remove`, { confirm: true }, admin())).status).toBe(200)
    expect(outcome(await fixture.signIn(grace))).toEqual([403, 'svc_no_matching_group'])
    await expect(linkMary()).rejects.toThrow('svc_no_matching_group')
    expect((await fixture.configure({ mappings: [{ group: 'agency', role: 'custom', role_id }] })).status).toBe(404)
  })

  it('has a built-in role or a custom one, not both', async () => {
    await fixture.configure()
    const role_id = await addRole(['sites.read'])
    for (const mapping of [{ role: 'manager', role_id }, { role: 'custom' }, { role: 'custom', role_id: null }])
      expect((await fixture.configure({ mappings: [{ group: 'agency', ...mapping }] })).status).toBe(400)
  })
})
