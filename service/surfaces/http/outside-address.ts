import type { FastifyRequest } from 'fastify'

/** Where the caller reached us: as configured, else as the request says (a trusted proxy may speak for it). */
export function outsideAddress(request: FastifyRequest, publicUrl?: string): string {
  return publicUrl ?? `${request.protocol}://${request.host}`
}
