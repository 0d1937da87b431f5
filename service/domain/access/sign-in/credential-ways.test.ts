import { expect, it } from 'vitest'
import type { Credentials } from '../../../operation/credentials.ts'
import { setUpAuthenticatorApp } from '../../../testing/authenticator-app.ts'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'
import type { Answer } from '../../../testing/test-service.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'
import { type Cases, testTable } from '../testing/sign-in-table.ts'

const fixture = setUpService()
const { send } = secondFactorCalls(fixture)
type Headers = Record<string, string>
const hour = 3_600_000

const vera = () => fixture.people.viewer
const me = (headers: Headers) => send('GET', '/access/me', undefined, headers)
const disableVera = () => fixture.service.app.run('update-user', { id: vera().id, disabled: true })
const setUpApp = () => setUpAuthenticatorApp(fixture.service, vera())
const requireFactors = () =>
  fixture.service.app.run('update-sign-in-settings', { second_factor_for: 'everyone', second_factor_grace_days: 0 })

async function addKey(more: object = {}) {
  const payload = { user_id: vera().id, scopes: ['read'], ...more }
  const { body } = await send('POST', '/rest-api/add-key', payload, fixture.people.administrator.headers)
  return body as { data: { id: number }; token: string; consumer_key: string; consumer_secret: string }
}

async function addApplicationPassword(): Promise<string> {
  const { headers } = await signInAs(fixture.service, vera())
  const payload = { name: 'script', current_password: vera().password }
  return (await send('POST', '/access/me/application-passwords', payload, headers)).body.data.password
}

/** Requests of the REST base of the established product. */
const sites = (headers: Headers): Promise<Answer> =>
  fixture.service.request({ url: '/wp-json/mainwp/v2/sites', headers, remoteAddress: '203.0.113.1' })

const compatRefusal = 'mainwp_rest_authentication_error'

interface Credential {
  /** Creates one of vera's, with which `call` is made. */
  create(): Promise<Headers>
  wrong: Headers
  call?: (headers: Headers) => Promise<Answer>
  /** The code of a refusal. */
  code?: string
  'missing factor': Cases['missing factor']
  locked: Cases['locked']
  expired: Cases['expired']
}

function casesOf({ create, wrong, call = me, code = 'svc_unauthorized', ...others }: Credential): Cases {
  return {
    ok: { status: 200, call: async () => call(await create()) },
    wrong: { status: 401, code, call: () => call(wrong) },
    'disabled user': {
      status: 401,
      code,
      async call() {
        const headers = await create()
        await disableVera()
        return call(headers)
      },
    },
    ...others,
  }
}

/** Keys and application passwords go on: programs have no second factor. */
const goesOn = (create: () => Promise<Headers>, call = me): Cases['missing factor'] => ({
  status: 200,
  async call() {
    const headers = await create()
    await setUpApp()
    return call(headers)
  },
})
const notGuessable = 'It is random and found by its hash, so failures of others never lock it out.'

const asBearer = async () => ({ authorization: `Bearer ${(await addKey()).token}` })
const asBasicKey = async () => basic(vera().login, (await addKey()).token)
const asPair = async () => {
  const { consumer_key, consumer_secret } = await addKey({ compatible: true })
  return basic(consumer_key, consumer_secret)
}
const asApplicationPassword = async () => basic(vera().login, await addApplicationPassword())
const asSession = async (): Promise<Headers> => ({ cookie: (await signInAs(fixture.service, vera())).cookie })
const expiredKey = (
  asHeaders: (key: Awaited<ReturnType<typeof addKey>>) => Headers,
  call = me,
  code = 'svc_unauthorized',
): Cases['expired'] => ({
  status: 401,
  code,
  async call() {
    const expires_at = new Date(fixture.service.clock.now().getTime() + hour).toISOString()
    const headers = asHeaders(await addKey({ expires_at, compatible: true }))
    fixture.service.clock.advance(hour)
    return call(headers)
  },
})

/** Every way in which a call proves who makes it without opening a session, by the scheme of its credentials. */
const rows: Record<Credentials['scheme'], Record<string, Cases>> = {
  basic: {
    'login password over Basic': casesOf({
      create: async () => vera().basic,
      wrong: basic('vera', 'wrong'),
      'missing factor': {
        status: 401,
        code: 'svc_login_password_refused',
        async call() {
          await requireFactors()
          return me(vera().basic)
        },
      },
      locked: {
        status: 429,
        code: 'svc_rate_limited',
        async call() {
          for (let count = 0; count < 5; count++) await me(basic('vera', `wrong ${count}`))
          return me(vera().basic)
        },
      },
      expired: 'A login password has no end date.',
    }),
    'application password': casesOf({
      create: asApplicationPassword,
      wrong: basic('vera', 'abcd efgh ijkl mnop qrst uvwx'),
      'missing factor': goesOn(asApplicationPassword),
      locked: notGuessable,
      expired: 'It has no end date; of a person of the identity provider see provider-access.test.ts.',
    }),
    'API key over Basic': casesOf({
      create: asBasicKey,
      wrong: basic('vera', 'x'.repeat(43)),
      'missing factor': goesOn(asBasicKey),
      locked: notGuessable,
      expired: expiredKey(({ token }) => basic(vera().login, token)),
    }),
  },
  bearer: {
    'API key': casesOf({
      create: asBearer,
      wrong: { authorization: `Bearer ${'x'.repeat(43)}` },
      'missing factor': goesOn(asBearer),
      locked: notGuessable,
      expired: expiredKey(({ token }) => ({ authorization: `Bearer ${token}` })),
    }),
  },
  'access-token': {
    'token of an identity provider': {
      ok: 'Tested with a real provider in access-tokens.test.ts, as is every case below.',
      wrong: 'Hostile tokens are in access-tokens.test.ts.',
      'disabled user': 'The key of the program ends with its user.',
      'missing factor': 'The provider asks for factors.',
      locked: notGuessable,
      expired: 'The end of the token is checked in access-tokens.test.ts.',
    },
  },
  pair: {
    'pair of a compatible key': casesOf({
      create: asPair,
      wrong: basic(`ck_${'0'.repeat(40)}`, `cs_${'0'.repeat(40)}`),
      call: sites,
      code: compatRefusal,
      'missing factor': goesOn(asPair, sites),
      locked: notGuessable,
      expired: expiredKey(
        ({ consumer_key, consumer_secret }) => basic(consumer_key, consumer_secret),
        sites,
        compatRefusal,
      ),
    }),
  },
  session: {
    'session cookie': casesOf({
      create: asSession,
      wrong: { cookie: `flotilla_session=${'x'.repeat(43)}` },
      'missing factor': {
        status: 403,
        code: 'svc_factor_setup_required',
        async call() {
          const headers = await asSession()
          await requireFactors()
          // Cached credentials have the former setting for a minute.
          fixture.service.clock.advance(60_000)
          return send('GET', '/sites', undefined, headers)
        },
      },
      locked: notGuessable,
      expired: {
        status: 401,
        code: 'svc_unauthorized',
        async call() {
          const headers = await asSession()
          fixture.service.clock.advance(8 * hour + 60_000)
          return me(headers)
        },
      },
    }),
  },
}

testTable(
  'a call with a',
  Object.assign({}, ...Object.values(rows)) as Record<string, Cases>,
  async ({ body }, outcome) => {
    if (outcome !== 'ok') expect(JSON.stringify(body)).not.toContain('csrf_token":"')
  },
)

it('every scheme of credentials has a row', () => {
  expect(Object.values(rows).every((ways) => Object.keys(ways).length > 0)).toBe(true)
})
