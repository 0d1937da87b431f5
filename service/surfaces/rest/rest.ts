import type { Surface } from '../surface.ts'
import { mountRoutes } from './mount-routes.ts'
import { mountBatches } from './run-batch.ts'

const base = '/api/v2'
const dedicatedBatchLimit = 1000

/** REST v2: the addresses of all features, and batches. */
export const restSurface =
  (limits: { batchItems(): number }): Surface =>
  (app, context) => {
    mountRoutes(app, base, context)
    mountBatches(app, base, context, { global: limits.batchItems, dedicated: dedicatedBatchLimit })
  }
