import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { scopes } from '../../../operation/actor.ts'
import { agentCallback, fleetUrl, type ProviderAccount, signInAtProvider } from '../../../testing/identity-provider.ts'
import { startForgedProvider } from '../testing/forged-provider.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

const fixture = setUpSingleSignOn()
const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

const resource = `${fleetUrl}/mcp`
const grace: ProviderAccount = { sub: 'grace-1', groups: ['agency'], preferred_username: 'grace' }

/** An address of PUBLIC_URL, answered by the service of the test; every other one over the network. */
const reach: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const url = new URL(request.url)
  if (url.origin !== fleetUrl) return fetch(request)
  const { service } = fixture
  const payload = await request.text()
  const answer = await service.request({
    method: request.method as 'GET' | 'POST',
    url: url.pathname,
    headers: Object.fromEntries(request.headers),
    ...(payload !== '' && { payload }),
    remoteAddress: '203.0.113.7',
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, [value].flat().join(', '))
  const { status, text } = answer
  return new Response(status === 204 || status === 202 ? null : text, { status, headers })
}

/** The provider has the time of the machine. */
function keepTime() {
  const { clock } = fixture.service
  clock.shift(Date.now() - clock.now().getTime())
}

/** The token that the real provider gives a program in which `account` signs in, as the SDK asks for it. */
async function connect(account: ProviderAccount) {
  keepTime()
  fixture.provider.account = account
  let token = ''
  let verifier = ''
  let page = ''
  const authProvider: OAuthClientProvider = {
    redirectUrl: agentCallback,
    clientMetadata: { redirect_uris: [agentCallback], token_endpoint_auth_method: 'none' },
    clientInformation: () => ({ client_id: 'agent' }),
    tokens: () => (token === '' ? undefined : { access_token: token, token_type: 'bearer' }),
    saveTokens: ({ access_token }) => {
      token = access_token
    },
    redirectToAuthorization: (url) => {
      page = url.href
    },
    saveCodeVerifier: (text) => {
      verifier = text
    },
    codeVerifier: () => verifier,
  }
  const openTransport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider, fetch: reach })
  const connectWith = (transport: StreamableHTTPClientTransport) => {
    const client = new Client({ name: 'agent', version: '1' })
    open.push(client)
    return client.connect(transport).then(() => client)
  }
  const transport = openTransport()
  await expect(connectWith(transport)).rejects.toThrow()
  await transport.finishAuth(new URLSearchParams(await signInAtProvider(page)))
  return { client: await connectWith(openTransport()), token }
}

const call = (token: string, url = '/mcp') =>
  fixture.service.request({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    remoteAddress: '203.0.113.1',
  })
const keys = () =>
  fixture.service.db
    .selectFrom('api_keys')
    .innerJoin('oauth_keys', 'key_id', 'id')
    .select(['id', 'user_id', 'description', 'change_tier', 'destroy_tier', 'client_id', 'truncated_key'])
    .execute()

describe('a program that signs in with OAuth', () => {
  it('finds the provider, gets a token and reads; its changes need approval', async () => {
    await fixture.configure()
    await fixture.signIn(grace)
    const { client } = await connect(grace)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list-sites')
    const input = { ability_name: 'add-tag', parameters: { name: 'Shop' } }
    const { content } = await client.callTool({ name: 'execute-ability', arguments: input })
    expect(JSON.stringify(content)).toContain('svc_approval_required')
    expect(await fixture.service.db.selectFrom('tags').select('id').execute()).toEqual([])
    const [key] = await keys()
    const user = await fixture.service.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', 'grace')
      .executeTakeFirst()
    expect(key).toMatchObject({ user_id: user?.id, client_id: 'agent', change_tier: 'ask', destroy_tier: 'ask' })
    const lines = await fixture.service.db
      .selectFrom('audit_lines')
      .select(['operation', 'subject'])
      .where('operation', 'in', ['create-oauth-key', 'request-approval'])
      .orderBy('id')
      .execute()
    expect(lines.map(({ operation }) => operation)).toEqual(['create-oauth-key', 'request-approval'])
    expect(lines[0]!.subject).toContain('"client_id":"agent"')
  })

  it('has one key per person and program, also after several first calls at once', async () => {
    await fixture.configure()
    await fixture.signIn(grace)
    const { token } = await connect(grace)
    await fixture.service.db.deleteFrom('api_keys').where('truncated_key', '=', '').execute()
    await fixture.service.app.forgetCaches()
    const others = await Promise.all([fixture.service.openAnother(), fixture.service.openAnother()])
    const answers = await Promise.all(
      others.map(({ server }) =>
        server.inject({
          method: 'POST',
          url: '/mcp',
          headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
          payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await keys()).toHaveLength(1)
  })

  it('learns where to get a token, and only if a provider is configured', async () => {
    const metadata = (path = '') =>
      fixture.service.request({ url: `/.well-known/oauth-protected-resource${path}`, remoteAddress: '203.0.113.1' })
    expect((await metadata()).status).toBe(404)
    expect(String((await call('a.b.c')).headers['www-authenticate'])).not.toContain('resource_metadata')
    await fixture.configure()
    const expected = {
      resource,
      authorization_servers: [fixture.provider.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['openid'],
      resource_name: 'Flotilla',
    }
    expect((await metadata()).body).toEqual(expected)
    expect((await metadata('/mcp')).body).toEqual(expected)
    const address = `resource_metadata="${fleetUrl}/.well-known/oauth-protected-resource/mcp"`
    const missing = await fixture.service.request({ method: 'POST', url: '/mcp', payload: {} })
    expect(missing.headers['www-authenticate']).toBe(`Bearer realm="Flotilla", ${address}`)
    expect((await call('a.b.c')).headers['www-authenticate']).toBe(
      `Bearer realm="Flotilla", error="invalid_token", ${address}`,
    )
    await fixture.configure({ enabled: false })
    expect((await metadata('/mcp')).status).toBe(404)
  })

  it('is accepted at /mcp and nowhere else, also while the token is cached', async () => {
    await fixture.configure()
    await fixture.signIn(grace)
    const { token } = await connect(grace)
    expect((await call(token)).status).toBe(200)
    for (const url of ['/api/v2/sites', '/wp-json/mainwp/v2/sites', '/wp-json/svc-abilities/v1/abilities', '/metrics'])
      expect(
        await fixture.service.request({
          url,
          headers: { authorization: `Bearer ${token}` },
          remoteAddress: '203.0.113.1',
        }),
      ).toMatchObject({ status: 401 })
  })

  it('ends with its key, its user, its token and the settings, at once', async () => {
    await fixture.configure()
    await fixture.signIn(grace)
    const { token } = await connect(grace)
    const { administrator } = fixture.people
    const [key] = await keys()
    const edit = (active: boolean) =>
      fixture.call(`PUT /rest-api/edit-key/${key!.id}`, { active }, administrator.headers)
    await edit(false)
    expect((await call(token)).status).toBe(401)
    await edit(true)
    expect((await call(token)).status).toBe(200)
    await fixture.configure({ enabled: false })
    expect((await call(token)).status).toBe(401)
    await fixture.configure()
    expect((await call(token)).status).toBe(200)
    await fixture.call(`PUT /access/users/${key!.user_id}/edit`, { disabled: true }, administrator.headers)
    expect((await call(token)).status).toBe(401)
    await fixture.call(`PUT /access/users/${key!.user_id}/edit`, { disabled: false }, administrator.headers)
    await edit(true)
    expect((await call(token)).status).toBe(200)
    // With the tolerance of 30 seconds.
    fixture.service.clock.advance(640_000)
    expect((await call(token)).status).toBe(401)
  })

  it('keeps a key that was switched off, and loses one that it did not use for 90 days', async () => {
    await fixture.configure()
    await fixture.signIn(grace)
    await connect(grace)
    const { db, clock, app } = fixture.service
    const [key] = await keys()
    await db.updateTable('api_keys').set({ active: false }).where('id', '=', key!.id).execute()
    clock.advance(91 * 86_400_000)
    await app.deleteOldRows()
    expect(await keys()).toHaveLength(1)
    await db.updateTable('api_keys').set({ active: true }).where('id', '=', key!.id).execute()
    await app.deleteOldRows()
    expect(await keys()).toHaveLength(0)
    // Keys with a token stay.
    expect(await db.selectFrom('api_keys').select('id').execute()).not.toEqual([])
  })

  it('keeps a key that an administrator has given fewer rights than a new one would have', async () => {
    await fixture.configure()
    await fixture.signIn(grace)
    await connect(grace)
    const { db, clock, app } = fixture.service
    const [key] = await keys()
    const usual = { scopes: [...scopes], site_ids: null, expires_at: null, destroy_tier: 'ask' as const }
    const fewer = [
      { scopes: ['read' as const] },
      { site_ids: [1] },
      { expires_at: clock.now() },
      { destroy_tier: 'never' as const },
    ]
    clock.advance(91 * 86_400_000)
    for (const rights of fewer) {
      const stored = { ...usual, ...rights }
      await db.updateTable('api_keys').set(stored).where('id', '=', key!.id).execute()
      await app.deleteOldRows()
      expect(await keys(), JSON.stringify(rights)).toHaveLength(1)
    }
    await db.updateTable('api_keys').set(usual).where('id', '=', key!.id).execute()
    await app.deleteOldRows()
    expect(await keys()).toHaveLength(0)
  })
})

describe('the person of a token', () => {
  const accountOf = async (login: string) =>
    fixture.service.db.selectFrom('users').select(['id', 'role']).where('login', '=', login).executeTakeFirst()

  it('must have signed in here before, if the token has no groups', async () => {
    await fixture.configure()
    await expect(connect(grace)).rejects.toThrow('svc_provider_sign_in_required')
    expect(await accountOf('grace')).toBeUndefined()
  })

  it('has the role of the groups in the token, as after a sign-in', async () => {
    await fixture.configure()
    fixture.provider.tokenClaims = { groups: ['agency'], preferred_username: 'grace' }
    const { token } = await connect(grace)
    expect(await accountOf('grace')).toMatchObject({ role: 'manager' })
    // Tokens have the time in seconds, and only a token that is newer than the last sign-in changes the role.
    const signedInEarlier = () =>
      fixture.service.db
        .updateTable('oidc_identities')
        .set({ last_sign_in_at: new Date(Date.now() - 5_000) })
        .execute()
    await signedInEarlier()
    fixture.provider.tokenClaims = { groups: ['readers'] }
    const later = await connect(grace)
    expect(await accountOf('grace')).toMatchObject({ role: 'viewer' })
    const names = (await later.client.listTools()).tools.map(({ name }) => name)
    expect(names).not.toContain('run-updates')
    // The older token does not give the role back.
    await fixture.service.app.forgetCaches()
    expect((await call(token)).status).toBe(200)
    expect(await accountOf('grace')).toMatchObject({ role: 'viewer' })
    await signedInEarlier()
    fixture.provider.tokenClaims = { groups: ['strangers'] }
    await expect(connect(grace)).rejects.toThrow('svc_no_matching_group')
    // The access of the earlier tokens ends, too.
    expect((await call(token)).status).toBe(401)
    expect((await call(later.token)).status).toBe(401)
  })

  it('is asked for again after the set number of days without a sign-in', async () => {
    await fixture.configure({ key_days: 1 })
    await fixture.signIn(grace)
    const { token } = await connect(grace)
    await fixture.service.db
      .updateTable('oidc_identities')
      .set({ access_until: new Date(0) })
      .execute()
    await fixture.service.app.forgetCaches()
    expect((await call(token)).status).toBe(401)
  })

  it('is no program', async () => {
    await fixture.configure()
    const answer = await fetch(`${fixture.provider.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`machine:${encodeURIComponent('the secret of the machine')}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
    })
    fixture.provider.tokenClaims = { groups: ['admins'] }
    const { access_token } = (await answer.json()) as { access_token: string }
    expect((await call(access_token)).body.code).toBe('svc_unauthorized')
    expect(await keys()).toEqual([])
  })
})

describe('a hostile token', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const own = () => createPrivateKey(inject('keyPairs')[0]!.privateKeyPem)

  async function setUp() {
    const forged = await startForgedProvider()
    await fixture.configure({ issuer: forged.issuer })
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: forged.issuer,
      aud: resource,
      sub: 'mallory',
      client_id: 'agent',
      jti: 'one',
      iat: now,
      exp: now + 300,
      groups: ['admins'],
    }
    const header = { alg: 'RS256', typ: 'at+jwt', kid: 'one' }
    const write = (changes: object = {}, headerChanges: object = {}, key = own()) => {
      const signed = `${encode({ ...header, ...headerChanges })}.${encode({ ...claims, ...changes })}`
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
    }
    return { forged, write, now, claims, header }
  }

  it('is refused whatever is wrong with it', async () => {
    const { write, now, claims, header, forged } = await setUp()
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const publicPem = createPublicKey(own()).export({ type: 'spki', format: 'pem' })
    const { createHmac } = await import('node:crypto')
    const symmetric = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`
    const right = write()
    const [head, body, signature] = right.split('.')
    const tokens: Record<string, string> = {
      'another issuer': write({ iss: 'https://evil.example' }),
      'another audience': write({ aud: `${fleetUrl}/api` }),
      'the audience of the sign-in': write({ aud: 'flotilla' }),
      'no audience': write({ aud: undefined }),
      'an audience that begins like ours': write({ aud: `${resource}/../evil` }),
      'an end in the past': write({ exp: now - 61, iat: now - 400 }),
      'no end': write({ exp: undefined }),
      'a start in the future': write({ nbf: now + 3_600 }),
      'no person': write({ sub: undefined }),
      'a person that is no text': write({ sub: { $ne: null } }),
      'no program': write({ client_id: undefined }),
      'the type of an identity token': write({}, { typ: 'JWT' }),
      'no type': write({}, { typ: undefined }),
      'the key of a stranger': write({}, {}, stranger),
      'an unknown key': write({}, { kid: 'two' }),
      'a critical extension': write({}, { crit: ['exp'] }),
      'a key in the header': write({}, { jwk: createPublicKey(stranger).export({ format: 'jwk' }) }, stranger),
      'an address of keys in the header': write({}, { jku: `${forged.issuer}/jwks`, kid: 'two' }, stranger),
      'a key of the sender': write({ cnf: { jkt: 'x' } }),
      'a certificate of the sender': write({ cnf: { 'x5t#S256': 'x' } }),
      'no signature': `${head}.${body}.`,
      'no algorithm': `${encode({ ...header, alg: 'none' })}.${body}.`,
      'a symmetric algorithm': `${symmetric}.${createHmac('sha256', publicPem).update(symmetric).digest('base64url')}`,
      'another body': `${head}.${encode({ ...claims, sub: 'ada' })}.${signature}`,
      'no JSON': 'a.b.c',
      'other characters': `${head}.ä ö.${signature}`,
    }
    for (const [name, token] of Object.entries(tokens)) {
      const { status, body } = await call(token)
      expect({ name, status, code: body.code }).toEqual({ name, status: 401, code: 'svc_unauthorized' })
    }
    expect(await keys()).toEqual([])
    // The right one is accepted, so that the above were refused for what their name says.
    expect((await call(right)).status).toBe(200)
  })

  it('is limited per network', async () => {
    const { write } = await setUp()
    const wrong = (number: number) => `${write({ jti: String(number) })}x`
    const answers = await Promise.all(Array.from({ length: 120 }, (_, number) => call(wrong(number))))
    expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([401, 429])
  })

  it.each(['/.well-known/openid-configuration', '/jwks'])(
    'is not counted as wrong while %s of the provider fails, which is asked once in 10 seconds',
    async (path) => {
      const { forged, write } = await setUp()
      let calls = 0
      forged.answers[path] = (response) => {
        calls++
        response.writeHead(503).end()
      }
      for (let number = 0; number < 110; number++)
        expect(await call(write({ jti: String(number) }))).toMatchObject({
          ...{ status: 502, body: { code: 'svc_identity_provider_failed' } },
        })
      expect(calls).toBe(1)
      forged.answers = {}
      fixture.service.clock.advance(10_000)
      expect((await call(write())).status).toBe(200)
    },
  )

  it('reads neither name nor program of a token as more than text', async () => {
    const { write } = await setUp()
    for (const names of [{ client_id: 'a\u0000b' }, { client_id: 'x'.repeat(300) }, { sub: 'a\nb' }])
      expect((await call(write(names))).status).toBe(401)
    const token = write({ client_id: `a\u202e<script>${'x'.repeat(200)}`, preferred_username: '../admin:1' })
    expect((await call(token)).status).toBe(200)
    const [key] = await keys()
    expect(key!.description).toMatch(/^Signed in with OAuth: [^\p{Cc}]{1,160}$/u)
  })
})
