import type { Door } from '../door.ts'
import { mountRoutes } from './mount-routes.ts'
import { mountBatches } from './run-batch.ts'

const base = '/api/v2'
const dedicatedBatchLimit = 1000

/** REST v2: the addresses of all rooms, and the batches. */
export const restDoor =
  (limits: { batchItems(): number }): Door =>
  (app, frame) => {
    mountRoutes(app, base, frame)
    mountBatches(app, base, frame, { global: limits.batchItems, dedicated: dedicatedBatchLimit })
  }
