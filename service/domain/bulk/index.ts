import type { Feature } from '../../operation/feature.ts'
import { planBulkAction } from './operations/plan-bulk-action.ts'
import { runBulkAction } from './operations/run-bulk-action.ts'
import { addresses } from './rest.ts'

export const bulkFeature: Feature = {
  name: 'bulk',
  tables: ['bulk_plans'],
  operations: [planBulkAction, runBulkAction],
  addresses,
  retention: [{ table: 'bulk_plans', keepDays: 0, column: 'expires_at' }],
}
