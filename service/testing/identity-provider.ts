import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const fleetUrl = 'https://fleet.example'

/** Nothing answers there: tests read the address. */
export const agentCallback = 'http://127.0.0.1/agent/sign-in/callback'

export interface ProviderAccount {
  sub: string
  groups?: string[]
  name?: string
  email?: string
  preferred_username?: string
}

export interface TestProvider {
  issuer: string
  /** The account that signs in at the provider next. */
  account: ProviderAccount
  /** Added to access tokens. */
  tokenClaims: Record<string, unknown>
  close(): Promise<void>
}

/** A real OpenID Connect provider on loopback whose sign-in page signs in `account` at once. */
export async function startProvider(dashboard = fleetUrl): Promise<TestProvider> {
  // Replaced below, when the port is known.
  let handle: ReturnType<Provider['callback']> = () => {}
  let finish: (request: Parameters<typeof handle>[0], response: Parameters<typeof handle>[1]) => Promise<void>
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    finish(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const running: TestProvider = {
    issuer,
    account: { sub: 'nobody' },
    tokenClaims: {},
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'flotilla',
        client_secret: 'the client secret',
        redirect_uris: [`${dashboard}/sign-in/callback`],
        post_logout_redirect_uris: [`${dashboard}/`],
      },
      // A program on the computer of a person, which has no secret.
      {
        client_id: 'agent',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [agentCallback],
      },
      {
        client_id: 'machine',
        client_secret: 'the secret of the machine',
        redirect_uris: [],
        response_types: [],
        grant_types: ['client_credentials'],
      },
    ],
    cookies: { keys: ['a key for tests'] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: '',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    // As an administrator of the provider would add them to the tokens for Flotilla.
    extraTokenClaims: () => running.tokenClaims,
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => running.account }),
    async loadExistingGrant(context: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
      const { client, session } = context.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
  })
  handle = provider.callback()
  finish = (request, response) =>
    provider.interactionFinished(request, response, { login: { accountId: running.account.sub }, consent: {} })
  return running
}

/** What the provider adds to the address of the callback page, after a browser has opened `address`. */
export async function signInAtProvider(address: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  let next = address
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
    if (new URL(next).pathname.endsWith('/sign-in/callback')) return Object.fromEntries(new URL(next).searchParams)
  }
  throw new Error('The provider redirects without end.')
}
