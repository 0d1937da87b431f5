import type { Door } from '../door.ts'

export interface Checks {
  /** Each names a part of the service and says whether it works. */
  [part: string]: () => Promise<boolean>
}

/** `/healthz`: the process lives. `/readyz`: it can do its work. Both tell nothing else. */
export const healthDoor =
  (checks: Checks, isStopping: () => boolean): Door =>
  (app) => {
    app.get('/healthz', { config: { open: ['GET', 'HEAD'] } }, async () => ({ status: 'ok' }))
    app.get('/readyz', { config: { open: ['GET', 'HEAD'] } }, async (_request, reply) => {
      const parts: Record<string, 'ok' | 'failing'> = {}
      for (const [part, check] of Object.entries(checks)) {
        parts[part] = (await check().catch(() => false)) ? 'ok' : 'failing'
      }
      const ready = !isStopping() && Object.values(parts).every((state) => state === 'ok')
      return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts })
    })
  }
