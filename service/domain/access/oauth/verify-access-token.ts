import {
  type AuthorizationServer,
  allowInsecureRequests,
  clockSkew,
  customFetch,
  type JWTAccessTokenClaims,
  RESPONSE_IS_NOT_CONFORM,
  RESPONSE_IS_NOT_JSON,
  validateJwtAccessToken,
} from 'oauth4webapi'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import { accessTokenRefused } from '../access-errors.ts'
import { clockSkewOf, guardedFetch, openProvider } from '../oidc/oidc-client.ts'
import { providerFailed } from '../oidc/oidc-errors.ts'
import type { OidcSettingsRow } from '../oidc/oidc-settings-store.ts'

export type TokenContext = Pick<Context, 'clock' | 'outbound' | 'secrets'>

interface KnownProvider {
  issuer: string
  /** The same object is used for each token: the library keeps the keys of the provider with it. */
  metadata: Promise<AuthorizationServer>
  until: number
}

const keepMs = 10 * 60_000
/** A provider that failed is asked again after this time, whatever tokens are sent. */
const keepFailureMs = 10_000

/**
 * Verifies access tokens (JWT, RFC 9068): type, issuer, audience, time, and the signature with the published keys of the provider.
 * Symmetric algorithms and tokens that are bound to a key of the sender are refused.
 */
export function createTokenVerifier(context: TokenContext) {
  let known: KnownProvider | null = null
  let keysFailed: { issuer: string; failure: ServiceError; until: number } | null = null

  /** While the keys cannot be read, tokens are verified with those that are known. */
  function fetchKeysOf(issuer: string): ReturnType<typeof guardedFetch> {
    return async (...request) => {
      const now = context.clock.now().getTime()
      if (keysFailed?.issuer === issuer && keysFailed.until > now) throw keysFailed.failure
      const remember = (failure: ServiceError) => {
        keysFailed = { issuer, failure, until: now + keepFailureMs }
        return failure
      }
      try {
        const answer = await guardedFetch(context.outbound)(...request)
        if (!answer.ok) remember(keysNotSent())
        return answer
      } catch (error) {
        throw remember(asRefusal(error))
      }
    }
  }

  function readProvider(settings: OidcSettingsRow): Promise<AuthorizationServer> {
    const now = context.clock.now().getTime()
    if (known?.issuer === settings.issuer && known.until > now) return known.metadata
    const metadata = openProvider(context, settings).then((provider) => provider.serverMetadata())
    const entry: KnownProvider = { issuer: settings.issuer, metadata, until: now + keepMs }
    known = entry
    metadata.catch(() => {
      entry.until = now + keepFailureMs
    })
    return metadata
  }

  return async (token: string, audience: string, settings: OidcSettingsRow): Promise<JWTAccessTokenClaims> => {
    const provider = await readProvider(settings)
    try {
      // Throws, too, if the token has characters that a header cannot have.
      const request = new Request(audience, { headers: { authorization: `Bearer ${token}` } })
      return await validateJwtAccessToken(provider, request, audience, {
        [customFetch]: fetchKeysOf(settings.issuer),
        [clockSkew]: clockSkewOf(context),
        [allowInsecureRequests]: new URL(settings.issuer).protocol === 'http:',
      })
    } catch (error) {
      throw asRefusal(error)
    }
  }
}

/** The provider did not answer with its keys. */
const failures: readonly string[] = [RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON]

const keysNotSent = () => providerFailed('The identity provider did not send its keys.')

/** A provider that cannot be reached says nothing about the token. */
function asRefusal(error: unknown): ServiceError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ServiceError) return cause
    if (cause instanceof OutboundError) return providerFailed(cause.message)
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unreadable'
  if (failures.includes(code)) return keysNotSent()
  return accessTokenRefused(`The access token was refused (${code.slice(0, 60)}). Get a new one from the provider.`)
}
