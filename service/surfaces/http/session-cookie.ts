import type { FastifyReply, FastifyRequest } from 'fastify'
import { permissionDenied } from '../../operation/errors.ts'
import { sessionCookie } from './authenticate.ts'

/** Out of reach of scripts and of other sites; only over TLS wherever the caller came over TLS. */
const attributes = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: request.protocol === 'https',
})

/** Moves the session's token from the answer into the cookie, where no script can read it. */
export function openSession(output: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const { session_token, ...rest } = output as { session_token: string }
  reply.setCookie(sessionCookie, session_token, attributes(request))
  return rest
}

export function closeSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, attributes(request))
}

/** Another site's page must not sign a visitor in here, not even with good credentials: it would be watching. */
export function refuseForeignPages(request: FastifyRequest): void {
  const from = request.headers['sec-fetch-site']
  if (from === undefined || from === 'same-origin' || from === 'none') return
  throw permissionDenied('Signing in is possible from our own page only.')
}
