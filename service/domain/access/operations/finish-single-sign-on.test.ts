import { describe, expect, it } from 'vitest'
import { signInAtProvider } from '../../../testing/identity-provider.ts'
import { cookiesOf } from '../../../testing/people.ts'
import { type ForgedProvider, startForgedProvider } from '../testing/forged-provider.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

const fixture = setUpSingleSignOn()
const grace = {
  sub: 'grace-1',
  groups: ['agency'],
  name: 'Grace',
  email: 'grace@example.org',
  preferred_username: 'grace',
}
const users = () =>
  fixture.service.db.selectFrom('users').select(['id', 'login', 'role', 'email']).orderBy('id').execute()
const sessionOf = (answer: Parameters<typeof cookiesOf>[0]) => ({
  cookie: `flotilla_session=${cookiesOf(answer).flotilla_session}`,
})

describe('signing in with an identity provider', () => {
  it('creates the user of (issuer, subject) with the role of the group, and opens a session', async () => {
    await fixture.configure()
    const answer = await fixture.signIn(grace)
    expect(answer.body).toMatchObject({
      success: 1,
      data: { return_to: '/', user: { login: 'grace', name: 'Grace', email: 'grace@example.org', role: 'manager' } },
    })
    expect((await fixture.call('GET /access/me', undefined, sessionOf(answer))).body.data).toMatchObject({
      role: 'manager',
    })
    const again = await fixture.signIn(grace)
    expect(again.body.data.user.id).toBe(answer.body.data.user.id)
    expect(await fixture.service.db.selectFrom('oidc_identities').select(['issuer', 'subject']).execute()).toEqual([
      { issuer: fixture.provider.issuer, subject: 'grace-1' },
    ])
  })

  it('reads the role again at every sign-in, and the first entry of the mapping applies', async () => {
    await fixture.configure()
    const roles: string[] = []
    for (const groups of [['readers'], ['agency', 'readers'], ['readers', 'admins'], ['agency']])
      roles.push((await fixture.signIn({ ...grace, groups })).body.data.user.role)
    expect(roles).toEqual(['viewer', 'manager', 'administrator', 'manager'])
  })

  it.each([{ groups: [] }, { groups: ['others'] }, { groups: ['administrator'] }, {}])(
    'is refused without a matching group: %j',
    async (claims) => {
      await fixture.configure()
      const { groups: _groups, ...person } = grace
      const answer = await fixture.signIn({ ...person, ...claims })
      expect([answer.status, answer.body.code]).toEqual([403, 'svc_no_matching_group'])
      expect(cookiesOf(answer)).toEqual({})
      expect(await users()).toHaveLength(3)
    },
  )

  it('ends sessions, application passwords and keys of a person who has lost the group', async () => {
    await fixture.configure()
    const first = await fixture.signIn(grace)
    const { id } = first.body.data.user
    const created = await fixture.call(
      'POST /rest-api/add-key',
      { description: 'a program', user_id: id, scopes: ['read'] },
      fixture.people.administrator.headers,
    )
    const program = { authorization: `Bearer ${created.body.token}` }
    expect((await fixture.call('GET /access/me', undefined, program)).status).toBe(200)
    expect((await fixture.signIn({ ...grace, groups: [] })).status).toBe(403)
    expect((await fixture.call('GET /access/me', undefined, sessionOf(first))).status).toBe(401)
    expect((await fixture.call('GET /access/me', undefined, program)).status).toBe(401)
    // With the group they work again.
    await fixture.signIn(grace)
    expect((await fixture.call('GET /access/me', undefined, program)).status).toBe(200)
  })

  it('ends keys after the set number of days without a sign-in', async () => {
    await fixture.configure({ key_days: 10 })
    const { id } = (await fixture.signIn(grace)).body.data.user
    const created = await fixture.call(
      'POST /rest-api/add-key',
      { description: 'a program', user_id: id, scopes: ['read'] },
      fixture.people.administrator.headers,
    )
    const program = { authorization: `Bearer ${created.body.token}` }
    const status = async () => (await fixture.call('GET /access/me', undefined, program)).status
    fixture.service.clock.advance(10 * 86_400_000 - 1_000)
    expect(await status()).toBe(200)
    fixture.service.clock.advance(1_000)
    expect(await status()).toBe(401)
    // Keys of users of Flotilla itself go on.
    expect((await fixture.call('GET /access/me', undefined, fixture.people.viewer.headers)).status).toBe(200)
  })

  it('never takes over a user with the same e-mail address or login', async () => {
    const { db } = fixture.service
    await db.updateTable('users').set({ email: 'ada@example.org' }).where('login', '=', 'ada').execute()
    await fixture.configure()
    const answer = await fixture.signIn({
      sub: '1',
      groups: ['readers'],
      email: 'ada@example.org',
      preferred_username: 'ada',
    })
    expect(answer.body.data.user).toMatchObject({ login: 'ada-2', role: 'viewer' })
    expect(answer.body.data.user.id).not.toBe(fixture.people.administrator.id)
    // A foreign issuer with the same subject is another person.
    const other = await startForgedProvider()
    await fixture.configure({ issuer: other.issuer })
    const foreign = await signInForged(other, { sub: '1', groups: ['agency'], email: 'ada@example.org' })
    expect(foreign.body.data.user.id).not.toBe(answer.body.data.user.id)
    expect(await users()).toHaveLength(5)
  })

  it('is refused to a disabled user', async () => {
    await fixture.configure()
    const { id } = (await fixture.signIn(grace)).body.data.user
    await fixture.service.app.run('update-user', { id, disabled: true })
    const answer = await fixture.signIn(grace)
    expect([answer.status, answer.body.code]).toEqual([403, 'svc_user_disabled'])
  })

  it('does not work with a password', async () => {
    await fixture.configure()
    await fixture.signIn(grace)
    for (const password of ['', 'x', 'null'])
      expect((await fixture.call('POST /access/sessions', { login: 'grace', password })).status).not.toBe(200)
  })

  it('returns to a path of the dashboard', async () => {
    await fixture.configure()
    fixture.provider.account = grace
    const { address, cookie } = await fixture.begin({ return_to: '/sites?attention=updates' })
    const answer = await fixture.finish(await signInAtProvider(address), cookie)
    expect(answer.body.data.return_to).toBe('/sites?attention=updates')
  })
})

describe('the answer of the provider', () => {
  const expectRefused = (answer: Awaited<ReturnType<typeof fixture.finish>>, code = 'svc_sign_in_not_found') => {
    expect(answer.body.code).toBe(code)
    expect(cookiesOf(answer)).toEqual({})
  }

  it('is used once', async () => {
    await fixture.configure()
    fixture.provider.account = grace
    const { address, cookie } = await fixture.begin()
    const parameters = await signInAtProvider(address)
    expect((await fixture.finish(parameters, cookie)).status).toBe(200)
    expectRefused(await fixture.finish(parameters, cookie))
  })

  it('is refused in another browser, and used up by it', async () => {
    await fixture.configure()
    fixture.provider.account = grace
    const own = await fixture.begin()
    const other = await fixture.begin()
    const parameters = await signInAtProvider(own.address)
    expectRefused(await fixture.finish(parameters, other.cookie))
    expectRefused(await fixture.finish(parameters, own.cookie))
    const again = await fixture.begin()
    expectRefused(await fixture.finish(await signInAtProvider(again.address), ''))
  })

  it('is refused with the state of another sign-in of the same browser', async () => {
    await fixture.configure()
    fixture.provider.account = grace
    const first = await fixture.begin()
    const second = await fixture.begin()
    const [one, two] = [await signInAtProvider(first.address), await signInAtProvider(second.address)]
    // The code verifier belongs to the state.
    expectRefused(await fixture.finish({ ...one, state: two.state! }, second.cookie), 'svc_identity_provider_failed')
  })

  it('is refused after 10 minutes and with an unknown state', async () => {
    await fixture.configure()
    fixture.provider.account = grace
    const { address, cookie } = await fixture.begin()
    const parameters = await signInAtProvider(address)
    expectRefused(await fixture.finish({ ...parameters, state: 'x'.repeat(43) }, cookie))
    fixture.service.clock.advance(10 * 60_000)
    expectRefused(await fixture.finish(parameters, cookie))
  })

  it('is refused when it names another issuer, or an error', async () => {
    await fixture.configure()
    fixture.provider.account = grace
    const mixed = await fixture.begin()
    const parameters = await signInAtProvider(mixed.address)
    expectRefused(
      await fixture.finish({ ...parameters, iss: 'https://evil.example' }, mixed.cookie),
      'svc_identity_provider_failed',
    )
    const failed = await fixture.begin()
    const state = new URL(failed.address).searchParams.get('state')!
    expectRefused(
      await fixture.finish({ state, error: 'access_denied' }, failed.cookie),
      'svc_identity_provider_failed',
    )
  })
})

/** A sign-in at a provider that answers what the test wants. */
async function signInForged(provider: ForgedProvider, claims: Record<string, unknown>) {
  const { address, cookie } = await fixture.begin()
  const { searchParams } = new URL(address)
  const now = Math.floor(Date.now() / 1000)
  provider.claims = {
    iss: provider.issuer,
    aud: 'flotilla',
    iat: now,
    exp: now + 300,
    nonce: searchParams.get('nonce'),
    ...claims,
  }
  return fixture.finish({ code: 'a code', state: searchParams.get('state')! }, cookie)
}

describe('an identity token', () => {
  const past = Math.floor(Date.now() / 1000) - 3_600
  const change: Record<string, (provider: ForgedProvider) => Record<string, unknown>> = {
    'for another audience': () => ({ aud: 'another-client' }),
    'that has expired': () => ({ iat: past - 60, exp: past }),
    'of another issuer': () => ({ iss: 'https://evil.example' }),
    'with another nonce': () => ({ nonce: 'replayed' }),
    'without a nonce': () => ({ nonce: undefined }),
    'without a subject': () => ({ sub: undefined }),
    'without a signature (alg none)': (provider) => {
      provider.header = { alg: 'none' }
      provider.signature = 'none'
      provider.discovery.id_token_signing_alg_values_supported = ['none', 'RS256']
      return {}
    },
    'with a wrong signature': (provider) => {
      provider.signature = 'wrong'
      return {}
    },
    'with an algorithm that uses the client secret': (provider) => {
      provider.header = { alg: 'HS256' }
      return {}
    },
  }
  it.each(Object.keys(change))('%s is refused', async (name) => {
    const provider = await startForgedProvider()
    await fixture.configure({ issuer: provider.issuer })
    const changes = change[name]!(provider)
    const answer = await signInForged(provider, { sub: 'grace-1', groups: ['admins'], ...changes })
    expect([answer.status, answer.body.code]).toEqual([502, 'svc_identity_provider_failed'])
    expect(cookiesOf(answer)).toEqual({})
    expect(await users()).toHaveLength(3)
  })

  it('is accepted without these changes', async () => {
    const provider = await startForgedProvider()
    await fixture.configure({ issuer: provider.issuer })
    expect((await signInForged(provider, { sub: 'grace-1', groups: 'admins' })).body.data.user.role).toBe(
      'administrator',
    )
  })
})

describe('a hostile provider', () => {
  async function beginAt(provider: ForgedProvider) {
    await fixture.configure({ enabled: false, issuer: provider.issuer })
    await fixture.service.db.updateTable('oidc_settings').set({ enabled: true }).execute()
    let isPending = true
    const answer = fixture.call('POST /access/single-sign-on/begin', {}).finally(() => {
      isPending = false
    })
    // Deadlines depend on the clock of the service.
    while (isPending) {
      await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 20))])
      if (isPending) fixture.service.clock.advance(1_000)
    }
    return answer
  }
  const discoveryPath = '/.well-known/openid-configuration'

  it('with a huge configuration is cut off', async () => {
    const provider = await startForgedProvider()
    provider.discovery.padding = 'x'.repeat(5_000_000)
    const answer = await beginAt(provider)
    expect([answer.status, answer.body.code]).toEqual([502, 'svc_identity_provider_failed'])
    expect(answer.body.message).toContain('larger than is accepted')
  })

  it('that never answers is given up', async () => {
    const provider = await startForgedProvider()
    provider.answers[discoveryPath] = () => {}
    expect((await beginAt(provider)).body.code).toBe('svc_identity_provider_failed')
  })

  it('that redirects to a private address is not followed', async () => {
    const provider = await startForgedProvider()
    provider.answers[discoveryPath] = (response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
    const answer = await beginAt(provider)
    expect([answer.status, answer.body.code]).toEqual([502, 'svc_identity_provider_failed'])
  })

  it('whose keys are at a private address is refused by the address guard', async () => {
    const provider = await startForgedProvider()
    await fixture.configure({ issuer: provider.issuer })
    provider.discovery.jwks_uri = 'http://10.0.0.1/jwks'
    const answer = await signInForged(provider, { sub: 'grace-1', groups: ['admins'] })
    expect(answer.body.code).toBe('svc_identity_provider_failed')
    expect(answer.body.message).toContain('ALLOW_NETWORKS')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/auth'])(
    'cannot send the browser to %s',
    async (endpoint) => {
      const provider = await startForgedProvider()
      provider.discovery.authorization_endpoint = endpoint
      const answer = await beginAt(provider)
      expect([answer.status, answer.body.code]).toEqual([502, 'svc_identity_provider_failed'])
    },
  )

  it('that is another issuer than configured is refused', async () => {
    const provider = await startForgedProvider()
    provider.discovery.issuer = 'https://evil.example'
    expect((await beginAt(provider)).body.code).toBe('svc_identity_provider_failed')
  })
})
