import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicBodyLimit } from './read-body.ts'
import { wrongMethod } from './surface-errors.ts'

export interface RouteHandler {
  /** Runs before the body is read; throws to refuse. */
  admit?: (request: FastifyRequest) => void
  handle: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Answers without credentials. */
  open?: boolean
  /** The body stays text of at most these bytes. */
  rawBodyBytes?: number | undefined
}

/** All are mounted, so that a wrong method differs from a wrong address. */
export const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

export interface PathOptions {
  probe?: boolean
  cheap?: boolean
  /** Its handler counts the calls of the caller, as the pipeline does. */
  countsCalls?: boolean
  resource?: string
  signsIn?: boolean
}

/** One route per path for all methods. */
export function mountPath(
  app: FastifyInstance,
  url: string,
  handlers: Map<string, RouteHandler>,
  { probe = false, cheap = false, countsCalls = false, resource, signsIn = false }: PathOptions = {},
): void {
  const get = handlers.get('GET')
  const byMethod = new Map(get ? [...handlers, ['HEAD', get]] : handlers)
  const handlerOf = ({ method }: FastifyRequest): RouteHandler => {
    const handler = byMethod.get(method)
    if (!handler) throw wrongMethod(method, [...byMethod.keys()])
    return handler
  }
  const open = [...byMethod].filter(([, handling]) => handling.open).map(([method]) => method)
  const rawBodyBytes = Math.max(0, ...[...handlers.values()].map((handler) => handler.rawBodyBytes ?? 0))
  app.route({
    method: [...everyMethod],
    url,
    config: {
      open,
      probe,
      cheap: cheap || probe,
      countsCalls,
      signsIn,
      rawBody: rawBodyBytes > 0,
      ...(resource !== undefined && { resource }),
    },
    ...(open.length > 0 && { bodyLimit: Math.max(publicBodyLimit, rawBodyBytes) }),
    onRequest: (request, _reply, done) => {
      handlerOf(request).admit?.(request)
      done()
    },
    handler: async (request, reply) => handlerOf(request).handle(request, reply),
  })
}

/** A read-only path. */
export function mountReading(
  app: FastifyInstance,
  url: string,
  handle: RouteHandler['handle'],
  { open = false, probe = false, cheap = false } = {},
): void {
  mountPath(app, url, new Map([['GET', { handle, open }]]), { probe, cheap })
}
