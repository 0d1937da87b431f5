import { version } from '../../version.ts'
import type { Surface } from '../surface.ts'
import { mountReading, type RouteHandler } from './mount-path.ts'

export interface HealthChecks {
  /** Each names a part of the service and reports whether it works. */
  [part: string]: () => Promise<boolean>
}

/** `/healthz`: the process is alive, and its version. `/readyz`: it can do its work. */
export const healthSurface =
  (checks: HealthChecks, isStopping: () => boolean): Surface =>
  (app) => {
    mountReading(app, '/healthz', async () => ({ status: 'ok', version }), { open: true, probe: true })
    const ready: RouteHandler['handle'] = async (_request, reply) => {
      const parts: Record<string, 'ok' | 'failing'> = {}
      for (const [part, check] of Object.entries(checks)) {
        parts[part] = (await check().catch(() => false)) ? 'ok' : 'failing'
      }
      const works = !isStopping() && Object.values(parts).every((state) => state === 'ok')
      return reply.status(works ? 200 : 503).send({ status: works ? 'ready' : 'not ready', parts })
    }
    mountReading(app, '/readyz', ready, { open: true, probe: true })
  }
