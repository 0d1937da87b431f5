import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { systemClock } from '../../../platform/clock.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import type { Outbound } from '../../../platform/outbound/http-client.ts'
import { providerFailed } from './oidc-errors.ts'
import { isSecureProviderUrl, openClientSecret } from './oidc-settings.ts'
import type { OidcSettingsRow } from './oidc-settings-store.ts'

const maxBytes = 256 * 1024

/** All calls to the provider: the address guard, no redirects, small answers, ten seconds. */
export const guardedFetch =
  (outbound: Outbound): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const answer = await outbound.request({
      url,
      // The library sends no other methods.
      method: method as 'GET' | 'POST',
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      redirects: 'refuse',
      maxBytes,
      maxDecodedBytes: 2 * maxBytes,
      deadlines: { dns: 5_000, connect: 5_000, headers: 8_000, idle: 5_000, total: 10_000 },
      rateLimit: 'skip',
      ...(signal && { signal }),
    })
    const contentType = answer.headers['content-type']
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'content-type': typeof contentType === 'string' ? contentType : 'application/octet-stream' },
    })
  }

/** In seconds. The library reads the time of the machine. */
export const clockSkewOf = ({ clock }: Pick<Context, 'clock'>): number =>
  Math.round((clock.now().getTime() - systemClock.now().getTime()) / 1000)

/** Reads the provider's configuration. Signatures of its tokens are always verified. */
export async function openProvider(
  context: Pick<Context, 'outbound' | 'clock' | 'secrets'>,
  settings: OidcSettingsRow,
): Promise<Configuration> {
  const issuer = new URL(settings.issuer)
  const secret = openClientSecret(settings, context)
  const execute = [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])]
  return callProvider(() =>
    discovery(issuer, settings.client_id, { [clockSkew]: clockSkewOf(context) }, authenticateWith(secret), {
      execute,
      [customFetch]: guardedFetch(context.outbound),
      timeout: 15,
    }),
  )
}

/** In the header unless the provider accepts it only in the body. */
function authenticateWith(secret: string | null): ClientAuth {
  if (secret === null) return None()
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
    authenticate(server, client, body, headers)
  }
}

/** Turns every failure of a call into an answer with a sentence; texts of the provider are not repeated. */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw asProviderFailure(error)
  }
}

function asProviderFailure(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutboundError) return providerFailed(cause.message)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
  return providerFailed(`The answer of the identity provider was refused (${code.slice(0, 60)}).`)
}

/** An address of the provider that the browser opens: never javascript: or another scheme. */
export function requireBrowserUrl(url: URL): string {
  if (!isSecureProviderUrl(url.href)) throw providerFailed('The identity provider names an address that is not https.')
  return url.href
}
