import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { wrongMethod } from './door-errors.ts'

const reading = ['GET', 'HEAD']

/** An address that is only read: every other method is told so, instead of being told that there is nothing. */
export function mountRead(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url,
    onRequest: async ({ method }) => {
      if (!reading.includes(method)) throw wrongMethod(method, reading)
    },
    handler,
  })
}
