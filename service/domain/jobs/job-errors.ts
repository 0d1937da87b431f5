import { permissionDenied, ServiceError } from '../../operation/errors.ts'

export const jobNotFound = (id: string) =>
  new ServiceError(
    'svc_job_not_found',
    'missing',
    `There is no job ${id}, or it is not yours to see. GET /jobs lists yours.`,
  )

export const jobIsOver = (id: string, status: string) =>
  new ServiceError('svc_job_is_over', 'conflict', `Job ${id} is ${status}; there is nothing left to cancel.`)

export const nothingToRetry = (id: string) =>
  new ServiceError('svc_nothing_to_retry', 'conflict', `Job ${id} has no failed targets to try again.`)

export const tooMuchOpenWork = ({ jobs, targets }: { jobs: number; targets: number }) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `This user has ${jobs} jobs with ${targets} targets that are not over. Wait for some of them, or cancel them, and try again.`,
    { retry_after: 30 },
  )

export const ordererHasEnded = (name: string) =>
  permissionDenied(
    `This was ordered by ${name}, who has no access any more: the account or key was removed, switched off, has expired or has to change its password. Order it again.`,
  )
