import type { FastifyRequest } from 'fastify'
import { outsideAddress } from './outside-address.ts'

/**
 * Features do not know their address: their `status_url` begins with a slash and gets its host here, at the top of
 * an ability's answer, in the `data` of the REST envelope, or in each record of it.
 */
export const completeLinks =
  (publicUrl?: string) =>
  (request: FastifyRequest, payload: unknown): unknown => {
    const complete = (body: unknown): unknown =>
      hasRootedLink(body) ? { ...body, status_url: outsideAddress(request, publicUrl) + body.status_url } : body
    if (!isObject(payload)) return payload
    const { data } = payload
    const isList = Array.isArray(data) && data.some(hasRootedLink)
    const body =
      isList || hasRootedLink(data) ? { ...payload, data: isList ? data.map(complete) : complete(data) } : payload
    return complete(body)
  }

const hasRootedLink = (body: unknown): body is { status_url: string } =>
  isObject(body) && typeof body.status_url === 'string' && body.status_url.startsWith('/')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
