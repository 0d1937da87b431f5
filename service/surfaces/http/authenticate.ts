import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../../operation/credentials.ts'
import { readQueryCredentials } from '../compat/query-credentials.ts'
import { isTheirRest } from '../compat/their-names.ts'
import { browserCookie, deviceCookie, readCookie, sessionCookie } from './cookies.ts'
import { unauthorized } from './surface-errors.ts'

const deviceTokenLength = 43
export const csrfHeader = 'x-csrf-token'

/** More than the longest name and password, in Base64. */
const maxCredentialsLength = 4_096

/**
 * A header takes precedence: a wrong one never falls back to the cookie. Of the address, only the pair of a compatible key is
 * read, and only on the base of the established product.
 */
export function readCredentials(request: FastifyRequest): Credentials {
  const header = request.headers.authorization
  if (header !== undefined) {
    const resource = request.routeOptions?.config?.resource
    return resource === undefined ? asPair(readAuthorization(header), request) : readToken(header, resource)
  }
  const inQuery = readQueryCredentials(request)
  if (inQuery && isTheirRest(request)) return { scheme: 'pair', ...inQuery, inQuery: true }
  const token = readCookie(request, sessionCookie)
  if (!token || token.length > maxCredentialsLength) throw unauthorized()
  const csrfToken = request.headers[csrfHeader]
  return {
    scheme: 'session',
    token,
    csrfToken: typeof csrfToken === 'string' ? csrfToken : null,
    changes: request.method !== 'GET' && request.method !== 'HEAD',
  }
}

/** Set by an earlier sign-in in the same browser; it does not authenticate. */
export function readDevice(request: FastifyRequest): string | null {
  const token = readCookie(request, deviceCookie)
  return token !== undefined && token.length === deviceTokenLength ? token : null
}

/** Set when this browser started a sign-in with an identity provider. */
export function readBrowserToken(request: FastifyRequest): string | null {
  const token = readCookie(request, browserCookie)
  return token !== undefined && token.length === deviceTokenLength ? token : null
}

/** The solution of a puzzle that a refused sign-in got. */
export function readPuzzle({ headers }: FastifyRequest): string | null {
  const solution = headers['x-sign-in-puzzle']
  return typeof solution === 'string' ? solution : null
}

/** On the base of the established product, Basic can have the pair of a compatible key. */
function asPair(credentials: Credentials, request: FastifyRequest): Credentials {
  if (credentials.scheme !== 'basic' || !credentials.user.startsWith('ck_') || !isTheirRest(request)) return credentials
  return {
    scheme: 'pair',
    consumerKey: credentials.user,
    consumerSecret: credentials.password,
    inQuery: false,
  }
}

/** A JWT of an identity provider can have many groups. */
const maxTokenLength = 12_000
const partsOfJwt = 3

/** On a path that accepts access tokens. */
function readToken(header: string, resource: string): Credentials {
  const credentials = readAuthorization(header, maxTokenLength)
  if (credentials.scheme === 'bearer' && credentials.token.split('.').length === partsOfJwt)
    return { scheme: 'access-token', token: credentials.token, resource }
  return header.length > maxCredentialsLength ? readAuthorization(header) : credentials
}

function readAuthorization(header: string, maxLength = maxCredentialsLength): Credentials {
  const space = header.length > maxLength ? -1 : header.indexOf(' ')
  const scheme = header.slice(0, Math.max(space, 0)).toLowerCase()
  const rest = header.slice(space + 1).trim()
  if (rest && scheme === 'bearer') return { scheme: 'bearer', token: rest }
  if (rest && scheme === 'basic') {
    const text = Buffer.from(rest, 'base64').toString('utf8')
    const colon = text.indexOf(':')
    if (colon > 0) return { scheme: 'basic', user: text.slice(0, colon), password: text.slice(colon + 1) }
  }
  throw unauthorized('The Authorization header is not understood: send "Bearer <API key>" or Basic credentials.')
}
