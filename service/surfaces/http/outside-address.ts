import type { FastifyRequest } from 'fastify'

/** Letters, digits, dots, hyphens, an address in brackets, a port. URL.parse checks the rest. */
const hostCharacters = /^[\w.:[\]-]{1,260}$/

/**
 * The public address of the service: as configured, else from the request. `request.host` is X-Forwarded-Host if a
 * trusted proxy sent the request. A proxy may pass on what the caller sent, so text that is not a host is never used.
 */
export function outsideAddress(request: FastifyRequest, publicUrl?: string): string {
  if (publicUrl !== undefined) return publicUrl
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const { localAddress = '', localPort } = request.socket
  const local = `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
  for (const host of [request.host, request.headers.host, local]) {
    const origin = hostCharacters.test(host ?? '') ? URL.parse(`${scheme}://${host}`)?.origin : undefined
    if (origin !== undefined) return origin
  }
  return `${scheme}://localhost`
}
