import type { FastifyRequest } from 'fastify'
import { outsideAddress } from './outside-address.ts'

/**
 * Features do not know their address: their `status_url` begins with a slash and gets its host here, at the top of
 * an ability's answer or in the `data` of the REST envelope.
 */
export const completeLinks =
  (publicUrl?: string) =>
  (request: FastifyRequest, payload: unknown): unknown => {
    const complete = (body: unknown): unknown =>
      hasRootedLink(body) ? { ...body, status_url: outsideAddress(request, publicUrl) + body.status_url } : body
    if (isObject(payload) && hasRootedLink(payload.data)) return { ...payload, data: complete(payload.data) }
    return complete(payload)
  }

const hasRootedLink = (body: unknown): body is { status_url: string } =>
  isObject(body) && typeof body.status_url === 'string' && body.status_url.startsWith('/')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
