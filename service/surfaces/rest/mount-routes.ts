import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpMethod, Route } from '../../operation/address.ts'
import { requirePermission } from '../../operation/permission.ts'
import type { DoorFrame } from '../door.ts'
import { wrongMethod } from '../http/door-errors.ts'
import { sendSpecialAnswer } from '../http/send-answer.ts'
import { closeSession, openSession } from '../http/session-cookie.ts'
import { envelope } from './envelope.ts'
import { readRestRequest } from './read-request.ts'

/** One Fastify route per path, whatever the method, so that a wrong method is told apart from a wrong address. */
export function mountRoutes(app: FastifyInstance, base: string, frame: DoorFrame): void {
  const byPath = Map.groupBy(
    frame.addresses.filter((address) => address.kind === 'route'),
    ({ path }) => path,
  )
  for (const [path, routes] of byPath) {
    const byMethod = new Map<string, Route>(routes.flatMap((route) => route.methods.map((method) => [method, route])))
    const get = byMethod.get('GET')
    if (get) byMethod.set('HEAD', get)
    const open = [...byMethod.keys()].filter((method) => byMethod.get(method)!.operation.permission === 'public')
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: base + path.replace(/\{(\w+)\}/g, ':$1'),
      config: { open },
      onRequest: async (request) => {
        const route = byMethod.get(request.method)
        if (!route) throw wrongMethod(request.method, [...byMethod.keys()])
        requirePermission(route.operation, request.actor)
      },
      handler: (request, reply) => answer(byMethod.get(request.method)!, request, reply, frame),
    })
  }
}

async function answer(route: Route, request: FastifyRequest, reply: FastifyReply, frame: DoorFrame) {
  const { operation, options } = route
  const { input, fields } = readRestRequest(request, route)
  const unpaged = options.unpaged !== undefined && input.page === undefined && input.per_page === undefined
  const outcome = await frame.run(operation, input, {
    actor: request.actor,
    requestId: request.id,
    confirmed: (request.method as HttpMethod) === 'DELETE',
    fixed: unpaged ? { ...options.fixed, per_page: options.unpaged } : options.fixed,
  })
  if (sendSpecialAnswer(outcome.output, request, reply)) return reply
  if (options.session === 'open' && !outcome.dryRun) outcome.output = openSession(outcome.output, request, reply)
  if (options.session === 'close' && !outcome.dryRun) closeSession(request, reply)
  const body = envelope(outcome, options, fields)
  if (options.list !== undefined && !outcome.dryRun) {
    reply.header('x-wp-total', String(body.total))
    reply.header('x-wp-totalpages', String(body.pages))
  }
  return body
}
