import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The network address of the caller as a trusted proxy reports it, if it is an address. Other text in X-Forwarded-For
 * would become a key of rate limits and part of audit lines, so the address of the connection is used then.
 */
export function callerAddress(request: FastifyRequest): string {
  const { ip } = request
  // A zone (fe80::1%anything) can be any text.
  if (isIP(ip) !== 0 && !ip.includes('%')) return ip
  return request.socket.remoteAddress ?? ''
}
