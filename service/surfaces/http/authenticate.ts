import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../../operation/credentials.ts'
import { unauthorized } from './door-errors.ts'

export const sessionCookie = 'flotilla_session'
export const csrfHeader = 'x-csrf-token'

/** A header that is there decides: a wrong one never falls back to the cookie, and nothing is read from the address. */
export function readCredentials(request: FastifyRequest): Credentials {
  const header = request.headers.authorization
  if (header !== undefined) return readAuthorization(header)
  const token = parseCookie(request.headers.cookie ?? '')[sessionCookie]
  if (!token) throw unauthorized()
  const csrfToken = request.headers[csrfHeader]
  return {
    scheme: 'session',
    token,
    csrfToken: typeof csrfToken === 'string' ? csrfToken : null,
    changes: request.method !== 'GET' && request.method !== 'HEAD',
  }
}

function readAuthorization(header: string): Credentials {
  const [, scheme, rest] = /^(\w+) +(.*\S) *$/.exec(header) ?? []
  if (rest && scheme!.toLowerCase() === 'bearer') return { scheme: 'bearer', token: rest }
  if (rest && scheme!.toLowerCase() === 'basic') {
    const text = Buffer.from(rest, 'base64').toString('utf8')
    const colon = text.indexOf(':')
    if (colon > 0) return { scheme: 'basic', user: text.slice(0, colon), password: text.slice(colon + 1) }
  }
  throw unauthorized('The Authorization header is not understood: send "Bearer <API key>" or Basic credentials.')
}
