import type { FastifyRequest } from 'fastify'

/** The public address of the service: as configured, else from the request (a trusted proxy may set it). */
export function outsideAddress(request: FastifyRequest, publicUrl?: string): string {
  return publicUrl ?? `${request.protocol}://${request.host}`
}
