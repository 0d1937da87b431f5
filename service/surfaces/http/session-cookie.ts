import { type SetCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceTokenOf } from '../../operation/credentials.ts'
import { permissionDenied } from '../../operation/errors.ts'
import { browserCookie, cookieNameFor, deviceCookie, sessionCookie } from './cookies.ts'

/** Not readable by scripts or other sites; only over TLS if PUBLIC_URL or the caller uses TLS. */
const cookieFor = (request: FastifyRequest, name: string, value: string): SetCookie => ({
  name: cookieNameFor(request, name),
  value,
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: request.server.hasSecureAddress === true || request.protocol === 'https',
})

const deviceSeconds = 180 * 24 * 3600

/** Moves the session's token from the answer to the cookie, which no script can read. */
export function setSessionCookie(output: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  // Routes with `session: 'open'` run an operation whose output schema has the token.
  const { session_token, ...rest } = output as { session_token: string }
  reply.header('set-cookie', stringifySetCookie(cookieFor(request, sessionCookie, session_token)))
  const device = cookieFor(request, deviceCookie, deviceTokenOf(session_token))
  reply.header('set-cookie', stringifySetCookie({ ...device, maxAge: deviceSeconds }))
  return rest
}

const signInSeconds = 600

/** Moves the token of a started sign-in from the answer to a cookie, which no script can read. */
export function setBrowserCookie(output: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  // Routes with `session: 'begin'` run an operation whose output schema has the token.
  const { browser_token, ...rest } = output as { browser_token: string }
  const cookie = cookieFor(request, browserCookie, browser_token)
  reply.header('set-cookie', stringifySetCookie({ ...cookie, maxAge: signInSeconds }))
  return rest
}

export function closeSession(request: FastifyRequest, reply: FastifyReply): void {
  const cookie = { ...cookieFor(request, sessionCookie, ''), maxAge: 0, expires: new Date(0) }
  // Also under the name of 0.2.0, which is still read.
  for (const name of new Set([cookie.name, sessionCookie]))
    reply.header('set-cookie', stringifySetCookie({ ...cookie, name }))
}

/** A page of another site must not sign a visitor in, not even with valid credentials: it could observe the visitor. */
export function refuseForeignPages(request: FastifyRequest): void {
  const from = request.headers['sec-fetch-site']
  if (from === undefined || from === 'same-origin' || from === 'none') return
  throw permissionDenied('Signing in is possible from our own page only.')
}
