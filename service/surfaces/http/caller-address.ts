import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The network address of the caller: what a trusted proxy says, if that is an address at all. Anything else in
 * X-Forwarded-For would become a key of rate limits and part of audit lines, so the address of the connection counts then.
 */
export function callerAddress(request: FastifyRequest): string {
  const { ip } = request
  // A zone (fe80::1%anything) can be any text.
  if (isIP(ip) !== 0 && !ip.includes('%')) return ip
  return request.socket.remoteAddress ?? ''
}
