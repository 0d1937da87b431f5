import { type SetCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { permissionDenied } from '../../operation/errors.ts'
import { sessionCookie } from './authenticate.ts'

/** Out of reach of scripts and of other sites; only over TLS wherever the caller came over TLS. */
const cookieFor = (request: FastifyRequest, value: string): SetCookie => ({
  name: sessionCookie,
  value,
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: request.protocol === 'https',
})

/** Moves the session's token from the answer into the cookie, where no script can read it. */
export function openSession(output: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const { session_token, ...rest } = output as { session_token: string }
  reply.header('set-cookie', stringifySetCookie(cookieFor(request, session_token)))
  return rest
}

export function closeSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', stringifySetCookie({ ...cookieFor(request, ''), maxAge: 0, expires: new Date(0) }))
}

/** Another site's page must not sign a visitor in here, not even with good credentials: it would be watching. */
export function refuseForeignPages(request: FastifyRequest): void {
  const from = request.headers['sec-fetch-site']
  if (from === undefined || from === 'same-origin' || from === 'none') return
  throw permissionDenied('Signing in is possible from our own page only.')
}
