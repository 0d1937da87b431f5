import { authorizationCodeGrant, buildAuthorizationUrl, calculatePKCECodeChallenge, fetchUserInfo } from 'openid-client'
import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { newLinkToken } from '../passwords/random-text.ts'
import { insertLogin, type OidcLoginRow, takeLogin } from './identity-store.ts'
import { callProvider, openProvider, requireBrowserUrl } from './oidc-client.ts'
import { providerFailed, ssoLoginNotFound } from './oidc-errors.ts'
import { redirectUri, ssoProblem } from './oidc-settings.ts'
import { findOidcSettings, type OidcSettingsRow } from './oidc-settings-store.ts'

const loginLifetimeMs = 10 * 60_000

type LoginContext = Pick<Context, 'db' | 'clock' | 'access' | 'outbound' | 'secrets' | 'publicUrl'>

/** The parameters that the provider adds to the address of the callback page. */
export const callbackInput = z.strictObject({
  code: z.string().max(4_000).optional(),
  state: z.string().min(1).max(200),
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
})

/** A path of the dashboard; every other address would send the person elsewhere after the sign-in. */
export const returnPath = z
  .string()
  .max(500)
  .refine(isLocalPath, 'must be a path of this dashboard, such as /sites')
  .default('/')

const placeholder = 'http://flotilla.invalid'

function isLocalPath(path: string): boolean {
  if (!/^\/[^\\\s\p{Cc}]*$/u.test(path) || path.startsWith('//')) return false
  return URL.parse(path, placeholder)?.origin === placeholder
}

export async function requireSettings(context: Pick<Context, 'db' | 'publicUrl'>): Promise<OidcSettingsRow> {
  const settings = await findOidcSettings(context.db)
  const problem = ssoProblem(settings, context)
  if (problem) throw problem
  return settings
}

export interface LoginOwner {
  /** What only this browser has: the token of its cookie, or the id of its session. */
  browser: string
  /** The signed-in user who links the account. */
  userId: number | null
  returnTo: string
}

/** The address of the provider's sign-in page. Nonce and code verifier are derived from the state, so they are not stored. */
export async function beginLogin(context: LoginContext, owner: LoginOwner): Promise<string> {
  const settings = await requireSettings(context)
  const provider = await openProvider(context, settings)
  const key = context.access.hashingKey
  const state = newLinkToken()
  await insertLogin(context.db, {
    state_hash: keyedHash(key, 'sso state', state),
    issuer: settings.issuer,
    browser_hash: keyedHash(key, 'sso browser', owner.browser),
    user_id: owner.userId,
    return_to: owner.returnTo,
    expires_at: new Date(context.clock.now().getTime() + loginLifetimeMs),
  })
  const challenge = await calculatePKCECodeChallenge(keyedHash(key, 'sso verifier', state))
  // The address is the provider's, so the library may refuse it.
  const url = await callProvider(async () =>
    buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri(context),
      scope: withOpenId(settings.scopes),
      state,
      nonce: keyedHash(key, 'sso nonce', state),
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),
  )
  return requireBrowserUrl(url)
}

const withOpenId = (scopes: string) => [...new Set(['openid', ...scopes.split(/\s+/).filter(Boolean)])].join(' ')

/** A person as the provider describes them. */
export interface ProvidedPerson {
  issuer: string
  subject: string
  groups: string[]
  name: string
  email: string
  userName: string
}

/** The same, with the login that proves it. */
export interface ProvenPerson extends ProvidedPerson {
  settings: OidcSettingsRow
  login: OidcLoginRow
}

/** Checks the answer of the provider. Each login is used up, whatever the outcome. */
export async function finishLogin(
  context: LoginContext,
  { state, code, iss, error }: z.output<typeof callbackInput>,
  browser: string | null,
): Promise<ProvenPerson> {
  const { db, clock, access } = context
  const key = access.hashingKey
  const login = await takeLogin(db, keyedHash(key, 'sso state', state))
  const isOwn = login && browser !== null && login.browser_hash === keyedHash(key, 'sso browser', browser)
  if (!isOwn || login.expires_at <= clock.now()) throw ssoLoginNotFound()
  const settings = await requireSettings(context)
  if (settings.issuer !== login.issuer) throw ssoLoginNotFound()
  if (error !== undefined || code === undefined)
    throw providerFailed('The identity provider did not sign you in. Try again, or ask an administrator.')
  const provider = await openProvider(context, settings)
  const answered = new URL(redirectUri(context))
  answered.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
  return callProvider(async () => {
    const tokens = await authorizationCodeGrant(provider, answered, {
      expectedState: state,
      expectedNonce: keyedHash(key, 'sso nonce', state),
      pkceCodeVerifier: keyedHash(key, 'sso verifier', state),
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw providerFailed('The identity provider sent no identity.')
    const isComplete = claims[settings.group_claim] !== undefined
    const details = isComplete ? {} : await fetchDetails(provider, tokens.access_token, claims.sub)
    const all: Record<string, unknown> = { ...details, ...claims }
    return {
      settings,
      login,
      issuer: claims.iss,
      subject: claims.sub,
      groups: readProvidedGroups(all[settings.group_claim]),
      name: readText(all.name),
      email: readText(all.email),
      userName: readText(all.preferred_username),
    }
  })
}

/** Some providers send groups only there. */
async function fetchDetails(
  provider: Awaited<ReturnType<typeof openProvider>>,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (provider.serverMetadata().userinfo_endpoint === undefined) return {}
  return fetchUserInfo(provider, accessToken, subject)
}

export const readText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 254) : '')

export const readProvidedGroups = (value: unknown): string[] =>
  [value].flat().filter((group): group is string => typeof group === 'string')
