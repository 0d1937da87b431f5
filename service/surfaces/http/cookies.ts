import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

export const sessionCookie = 'flotilla_session'
export const deviceCookie = 'flotilla_device'
export const browserCookie = 'flotilla_sign_in'

/** A browser takes such a cookie only over TLS, from exactly this host and for all paths: a host of the same domain cannot plant one. */
const hostPrefix = '__Host-'

declare module 'fastify' {
  interface FastifyInstance {
    /** PUBLIC_URL is https: cookies are for TLS only. */
    hasSecureAddress?: boolean
  }
}

export const isSecureAddress = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') === true

export const cookieNameFor = ({ server }: FastifyRequest, name: string): string =>
  server?.hasSecureAddress ? `${hostPrefix}${name}` : name

/** Also under the name of 0.2.0, in this release: the upgrade signs no one out. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const cookies = parseCookie(request.headers.cookie ?? '')
  return cookies[cookieNameFor(request, name)] ?? cookies[name]
}
