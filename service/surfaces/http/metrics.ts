import type { Metrics } from '../../platform/metrics.ts'
import type { Door } from '../door.ts'
import { mountReading } from './mount-path.ts'

/** Counts every request by the pattern of its route, never by its address, and shows all counts at `/metrics`. */
export const metricsDoor =
  (metrics: Metrics): Door =>
  (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none'
      metrics.request(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
      done()
    })
    mountReading(app, '/metrics', async (_request, reply) => {
      reply.header('content-type', metrics.registry.contentType)
      return metrics.registry.metrics()
    })
  }
