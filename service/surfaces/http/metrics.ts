import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../operation/actor.ts'
import { requireMetricsPermission } from '../../operation/require-permission.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Surface } from '../surface.ts'
import { mountPath } from './mount-path.ts'

/** Counts every request by its route pattern, never by its address, and serves all counts at `/metrics`. */
export const metricsSurface =
  (metrics: Metrics): Surface =>
  (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none'
      metrics.request(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
      done()
    })
    const read = {
      admit: ({ actor }: { actor: Actor }) => requireMetricsPermission(actor),
      handle: async (_request: FastifyRequest, reply: FastifyReply) => {
        reply.header('content-type', metrics.contentType)
        return metrics.read()
      },
    }
    mountPath(app, '/metrics', new Map([['GET', read]]))
  }
