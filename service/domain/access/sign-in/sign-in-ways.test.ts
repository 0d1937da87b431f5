import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { addresses } from '../../../catalogue.ts'
import { setUpAuthenticatorApp } from '../../../testing/authenticator-app.ts'
import { linkTokenIn } from '../../../testing/mailbox.ts'
import { cookiesOf } from '../../../testing/people.ts'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'
import { createSoftwarePasskey } from '../../../testing/software-passkey.ts'
import type { Answer } from '../../../testing/test-service.ts'
import { startForgedProvider } from '../testing/forged-provider.ts'
import { passkeyCalls } from '../testing/passkey-calls.ts'
import { type Cases, checkSession, testTable } from '../testing/sign-in-table.ts'
import { type SignInWay, signInWays } from './sign-in-way.ts'

const fixture = setUpMailLinks()

interface Row {
  /** The routes that can open a session in this way. */
  routes: string[]
  cases: Cases
}

const post = (url: string, payload: object): Promise<Answer> =>
  fixture.service.request({ method: 'POST', url: `/api/v2${url}`, payload, remoteAddress: '203.0.113.1' })
const password = (given: { login: string; password: string }) => post('/access/sessions', given)
const vera = () => ({ login: fixture.people.viewer.login, password: fixture.people.viewer.password })
const disableVera = () =>
  fixture.service.app.run('update-user', { id: fixture.people.viewer.id, disabled: true, switch_off_keys: false })

/** The token of a new invitation. */
async function invite(): Promise<string> {
  await fixture.call('POST /access/invitations/add', { email: 'new@example.org' })
  return linkTokenIn((await fixture.mails(1))[0]!)
}
const accept = (token: string) =>
  post('/access/invitations/accept', { token, login: 'newcomer', new_password: 'a good pass phrase' })

/** The token of vera's password reset. */
async function requestReset(): Promise<string> {
  await post('/access/password-resets', { login: 'vera' })
  return linkTokenIn((await fixture.mails(1))[0]!)
}
const reset = (token: string) => post('/access/password-resets/use', { token, new_password: 'a good pass phrase' })

const wrongToken = 'x'.repeat(43)
/** Uses up the wrong links of a network; then the right one is refused too. */
async function lockedLink(token: string, use: (token: string) => Promise<Answer>): Promise<Answer> {
  for (let count = 0; count < 60; count++) await use(wrongToken)
  return use(token)
}

const secondFactor = (challenge: string, code: string) => post('/access/sessions/second-factor', { challenge, code })
async function setUpVerasApp() {
  const { app } = await setUpAuthenticatorApp(fixture.service, fixture.people.viewer)
  await fixture.service.db.deleteFrom('sessions').execute()
  return app
}

/** Starts a sign-in of grace with an identity provider; the result finishes it. */
async function beginAtProvider(changes: Record<string, unknown> = {}): Promise<() => Promise<Answer>> {
  const { service } = fixture
  const provider = await startForgedProvider()
  const settings = { enabled: true, issuer: provider.issuer, client_id: 'flotilla', client_secret: 'secret' }
  const mappings = [{ group: 'readers', role: 'viewer' }]
  await service.app.run('update-single-sign-on', { ...settings, mappings })
  const begun = await post('/access/single-sign-on/begin', {})
  const { searchParams } = new URL(begun.body.data.redirect_to)
  const [state, nonce] = [searchParams.get('state'), searchParams.get('nonce')]
  const iat = Math.floor(service.clock.now().getTime() / 1000)
  const standard = { iss: provider.issuer, aud: 'flotilla', iat, exp: iat + 300, nonce }
  provider.claims = { ...standard, sub: 'grace', groups: ['readers'], ...changes }
  const cookie = `flotilla_sign_in=${cookiesOf(begun).flotilla_sign_in}`
  return () =>
    service.request({
      method: 'POST',
      url: '/api/v2/access/single-sign-on/finish',
      payload: { state, code: 'a code' },
      headers: { cookie },
      remoteAddress: '203.0.113.1',
    })
}

const { addPasskey, options, signInWith, passkeySignIn } = passkeyCalls(fixture)
async function addVerasPasskey() {
  const { passkey } = await addPasskey()
  await fixture.service.db.deleteFrom('sessions').execute()
  return passkey
}

/** A new way of signing in adds a row. */
const rows: Record<SignInWay, Row> = {
  password: {
    routes: ['POST /access/sessions', 'POST /access/sessions/second-factor'],
    cases: {
      ok: { status: 200, call: () => password(vera()) },
      wrong: { status: 401, code: 'svc_unauthorized', call: () => password({ ...vera(), password: 'wrong' }) },
      'disabled user': {
        status: 401,
        code: 'svc_unauthorized',
        async call() {
          await disableVera()
          return password(vera())
        },
      },
      'missing factor': {
        status: 401,
        code: 'svc_second_factor_required',
        async call() {
          await setUpVerasApp()
          return password(vera())
        },
      },
      locked: {
        status: 429,
        code: 'svc_rate_limited',
        async call() {
          for (let count = 0; count < 5; count++) await password({ ...vera(), password: 'wrong' })
          return password(vera())
        },
      },
      expired: {
        status: 401,
        code: 'svc_unauthorized',
        async call() {
          const app = await setUpVerasApp()
          const { challenge } = (await password(vera())).body.data
          fixture.service.clock.advance(5 * 60_000)
          return secondFactor(challenge, app.code())
        },
      },
    },
  },
  passkey: {
    routes: ['POST /access/sessions/passkey'],
    cases: {
      ok: { status: 200, call: async () => passkeySignIn(await addVerasPasskey()) },
      wrong: { status: 400, code: 'svc_passkey_refused', call: () => passkeySignIn(createSoftwarePasskey()) },
      'disabled user': {
        status: 401,
        code: 'svc_unauthorized',
        async call() {
          const passkey = await addVerasPasskey()
          await disableVera()
          return passkeySignIn(passkey)
        },
      },
      // The passkey did not verify the person, so it is one factor only.
      'missing factor': {
        status: 400,
        code: 'svc_passkey_refused',
        call: async () => passkeySignIn(await addVerasPasskey(), { verifiesUser: false }),
      },
      locked: 'A signature cannot be guessed, so there is no limit.',
      expired: {
        status: 400,
        code: 'svc_passkey_refused',
        async call() {
          const passkey = await addVerasPasskey()
          const answer = passkey.answer(await options())
          fixture.service.clock.advance(5 * 60_000)
          return signInWith(answer)
        },
      },
    },
  },
  invitation: {
    routes: ['POST /access/invitations/accept'],
    cases: {
      ok: { status: 200, call: async () => accept(await invite()) },
      wrong: { status: 404, code: 'svc_link_not_found', call: () => accept(wrongToken) },
      'disabled user': {
        status: 404,
        code: 'svc_link_not_found',
        async call() {
          const token = await invite()
          await fixture.service.db.updateTable('users').set({ disabled: true }).where('login', '=', 'ada').execute()
          return accept(token)
        },
      },
      'missing factor': 'A new user has no second factor yet.',
      locked: { status: 429, code: 'svc_rate_limited', call: async () => lockedLink(await invite(), accept) },
      expired: {
        status: 404,
        code: 'svc_link_not_found',
        async call() {
          const token = await invite()
          fixture.service.clock.advance(7 * 86_400_000)
          return accept(token)
        },
      },
    },
  },
  'password reset': {
    routes: ['POST /access/password-resets/use'],
    cases: {
      ok: { status: 200, call: async () => reset(await requestReset()) },
      wrong: { status: 404, code: 'svc_link_not_found', call: () => reset(wrongToken) },
      'disabled user': {
        status: 404,
        code: 'svc_link_not_found',
        async call() {
          const token = await requestReset()
          await disableVera()
          return reset(token)
        },
      },
      'missing factor': {
        status: 401,
        code: 'svc_second_factor_required',
        async call() {
          await setUpVerasApp()
          return reset(await requestReset())
        },
      },
      locked: { status: 429, code: 'svc_rate_limited', call: async () => lockedLink(await requestReset(), reset) },
      expired: {
        status: 404,
        code: 'svc_link_not_found',
        async call() {
          const token = await requestReset()
          fixture.service.clock.advance(30 * 60_000)
          return reset(token)
        },
      },
    },
  },
  'single sign-on': {
    routes: ['POST /access/single-sign-on/finish'],
    cases: {
      ok: { status: 200, call: async () => (await beginAtProvider())() },
      wrong: {
        status: 502,
        code: 'svc_identity_provider_failed',
        call: async () => (await beginAtProvider({ aud: 'another client' }))(),
      },
      'disabled user': {
        status: 403,
        code: 'svc_user_disabled',
        async call() {
          await (await beginAtProvider())()
          await fixture.service.db.deleteFrom('sessions').execute()
          await fixture.service.db.updateTable('users').set({ disabled: true }).where('login', '=', 'grace').execute()
          // The second provider of this test takes the place of the first.
          const finish = await beginAtProvider()
          const { issuer } = await fixture.service.db
            .selectFrom('oidc_settings')
            .select('issuer')
            .executeTakeFirstOrThrow()
          await fixture.service.db.updateTable('oidc_identities').set({ issuer }).execute()
          return finish()
        },
      },
      'missing factor': {
        status: 401,
        code: 'svc_second_factor_required',
        async call() {
          await setUpVerasApp()
          const finish = await beginAtProvider()
          const { db, clock } = fixture.service
          const { issuer } = await db.selectFrom('oidc_settings').select('issuer').executeTakeFirstOrThrow()
          const times = { created_at: clock.now(), last_sign_in_at: clock.now(), access_until: clock.now() }
          const link = { issuer, subject: 'grace', user_id: fixture.people.viewer.id, ...times }
          await db.insertInto('oidc_identities').values(link).execute()
          return finish()
        },
      },
      locked: {
        status: 429,
        code: 'svc_rate_limited',
        async call() {
          const finish = await beginAtProvider()
          for (let count = 0; count < 60; count++) await post('/access/single-sign-on/finish', { state: 'wrong' })
          return finish()
        },
      },
      expired: {
        status: 404,
        code: 'svc_sign_in_not_found',
        async call() {
          const finish = await beginAtProvider()
          fixture.service.clock.advance(10 * 60_000)
          return finish()
        },
      },
    },
  },
}

testTable('signing in by', Object.fromEntries(signInWays.map((way) => [way, rows[way].cases])), checkSession(fixture))

describe('the ways of signing in', () => {
  it('are all in the table, and so is every route that opens a session', () => {
    expect(Object.keys(rows)).toEqual([...signInWays])
    const opening = addresses.filter((address) => address.kind === 'route' && address.options.session === 'open')
    const routes = opening.map((address) => address.kind === 'route' && `${address.methods.join('|')} ${address.path}`)
    const listed = Object.values(rows).flatMap((row) => row.routes)
    expect(routes.toSorted()).toEqual([...new Set(listed)].toSorted())
  })

  it('open a session only through completeSignIn', () => {
    const folder = fileURLToPath(new URL('../../..', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'),
    )
    const callersOf = (text: string) => files.filter((name) => readFileSync(join(folder, name), 'utf8').includes(text))
    expect(callersOf('openSession(').toSorted()).toEqual([
      'domain/access/sessions/session.ts',
      'domain/access/sign-in/complete-sign-in.ts',
    ])
    expect(callersOf('insertSession(')).toEqual(['domain/access/sessions/session.ts'])
  })
})
