import { route } from '../../operation/address.ts'
import { planBulkAction } from './operations/plan-bulk-action.ts'
import { runBulkAction } from './operations/run-bulk-action.ts'

export const addresses = [
  route('POST /bulk/plans', planBulkAction),
  route('POST /bulk/plans/{plan_id}/run', runBulkAction, { message: 'The job was started.' }),
]
