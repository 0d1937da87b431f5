import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  fleetUrl,
  type ProviderAccount,
  signInAtProvider,
  startProvider,
  type TestProvider,
} from '../../../testing/identity-provider.ts'
import { cookiesOf, type People, seedPeople, signInAs } from '../../../testing/people.ts'
import { type Answer, startTestService, type TestService } from '../../../testing/test-service.ts'

export interface SingleSignOnFixture {
  service: TestService
  people: People
  provider: TestProvider
  call(route: string, payload?: object, headers?: Record<string, string>): Promise<Answer>
  /** Changes the settings as the administrator. */
  configure(changes?: object): Promise<Answer>
  /** Starts a sign-in: the address of the provider's page and the browser's cookie. */
  begin(payload?: object): Promise<{ address: string; cookie: string }>
  finish(parameters: Record<string, string>, cookie: string): Promise<Answer>
  /** The whole sign-in of a person of the provider. */
  signIn(account: ProviderAccount): Promise<Answer>
}

export function setUpSingleSignOn(): SingleSignOnFixture {
  // Filled by the hooks below, before any test runs.
  const fixture = {
    call: (route, payload, headers = {}) => {
      const [method, path] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
      const options = { method, url: `/api/v2${path}`, headers, remoteAddress: '203.0.113.1' }
      return fixture.service.request({ ...options, ...(payload && { payload }) })
    },
    configure: async (changes = {}) =>
      fixture.call(
        'PUT /access/single-sign-on',
        {
          enabled: true,
          name: 'Harbour ID',
          issuer: fixture.provider.issuer,
          client_id: 'flotilla',
          client_secret: 'the client secret',
          scopes: 'openid profile email groups',
          mappings: [
            { group: 'admins', role: 'administrator' },
            { group: 'agency', role: 'manager' },
            { group: 'readers', role: 'viewer' },
          ],
          ...changes,
        },
        (await signInAs(fixture.service, fixture.people.administrator)).headers,
      ),
    async begin(payload = {}) {
      const answer = await fixture.call('POST /access/single-sign-on/begin', payload)
      if (answer.status !== 200) throw new Error(answer.text)
      const cookie = `flotilla_sign_in=${cookiesOf(answer).flotilla_sign_in}`
      return { address: answer.body.data.redirect_to as string, cookie }
    },
    finish: ({ code, state, iss, error }, cookie) =>
      fixture.call(
        'POST /access/single-sign-on/finish',
        { state, ...(code && { code }), ...(iss && { iss }), ...(error && { error }) },
        { cookie },
      ),
    async signIn(account) {
      fixture.provider.account = account
      const { address, cookie } = await fixture.begin()
      return fixture.finish(await signInAtProvider(address), cookie)
    },
  } as SingleSignOnFixture
  beforeAll(async () => {
    fixture.provider = await startProvider()
    fixture.service = await startTestService({ publicUrl: fleetUrl }, true)
  })
  beforeEach(async () => {
    await fixture.service.reset()
    const { clock } = fixture.service
    // The provider has the time of the machine.
    clock.shift(Date.now() - clock.now().getTime())
    fixture.people = await seedPeople(fixture.service)
    fixture.provider.tokenClaims = {}
  })
  afterAll(async () => {
    await fixture.service.close()
    await fixture.provider.close()
  })
  return fixture
}
