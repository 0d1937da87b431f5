import { route } from '../../operation/address.ts'
import { approveCall } from './operations/approve-call.ts'
import { getApproval } from './operations/get-approval.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { refuseCall } from './operations/refuse-call.ts'

export const addresses = [
  route('GET /approvals', listApprovals, { list: 'approvals' }),
  route('GET /approvals/{approval_id}', getApproval),
  route('POST /approvals/{approval_id}/approve', approveCall, { message: 'Call approved.' }),
  route('POST /approvals/{approval_id}/refuse', refuseCall, { message: 'Call refused.' }),
]
