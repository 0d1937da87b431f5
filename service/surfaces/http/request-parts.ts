import type { FastifyRequest } from 'fastify'

/** The placeholders of the route with their values. */
export function readParams(request: FastifyRequest): Record<string, string> {
  // Routes have no schema for their placeholders, and the router fills them with text.
  return (request.params ?? {}) as Record<string, string>
}

/** The path of the address without its query. */
export function pathOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1)
  return path
}

/** Fastify takes only errors; other values can be thrown too. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
