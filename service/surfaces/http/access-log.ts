import type { Logger } from '../../platform/log.ts'
import type { Surface } from '../surface.ts'
import { callerAddress } from './caller-address.ts'

/** One line per answered request; reads are logged at a lower level. */
export const accessLogSurface =
  (log: Logger): Surface =>
  (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const read = request.method === 'GET' || request.method === 'HEAD'
      const quiet = request.routeOptions.config?.probe || (read && reply.statusCode < 400)
      const level = quiet ? 'debug' : reply.statusCode >= 500 ? 'error' : 'info'
      done()
      // Most requests are not logged, so their line is not created.
      if (!log.isLevelEnabled(level)) return
      log[level](
        {
          request_id: request.id,
          method: request.method,
          // The route pattern, not the address: addresses can contain names of sites and people.
          route: request.routeOptions.url ?? 'none',
          status: reply.statusCode,
          milliseconds: Math.round(reply.elapsedTime),
          actor: request.actor?.name,
          address: callerAddress(request),
        },
        'answered',
      )
    })
  }
