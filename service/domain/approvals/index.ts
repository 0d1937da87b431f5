import type { Feature } from '../../operation/feature.ts'
import type { Operation } from '../../operation/operation.ts'
import { pendingApprovals } from './inbox-source.ts'
import { approveCall } from './operations/approve-call.ts'
import { getApproval } from './operations/get-approval.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { refuseCall } from './operations/refuse-call.ts'
import { addresses } from './rest.ts'

declare module '../../operation/context.ts' {
  interface FeatureState {
    /** All operations: an approval names one. */
    operationsByName: ReadonlyMap<string, Operation>
  }
}

export const approvalsFeature: Feature = {
  name: 'approvals',
  tables: ['approvals'],
  operations: [listApprovals, getApproval, approveCall, refuseCall],
  addresses,
  inbox: [pendingApprovals],
  retention: [
    // The lines of the audit trail, with the signatures, stay as long as that is configured.
    { table: 'approvals', keepDays: 1095, column: 'requested_at' },
  ],
}

export { findTrailBegin, listApprovalLines } from './approval-line-store.ts'
export { requestDigestOf } from './approval-request.ts'
export { listRequestsByDigest } from './approval-store.ts'
export { approvals } from './require-approval.ts'
export { createApprovalCheck } from './verify-approvals.ts'
