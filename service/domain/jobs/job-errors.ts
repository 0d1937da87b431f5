import { permissionDenied, ServiceError } from '../../operation/errors.ts'

export const jobNotFound = (id: string) =>
  new ServiceError(
    'svc_job_not_found',
    'missing',
    `There is no job ${id}, or you may not see it. GET /jobs lists your jobs.`,
  )

export const jobIsOver = (id: string, status: string) =>
  new ServiceError('svc_job_is_over', 'conflict', `Job ${id} is ${status}; nothing is left to cancel.`)

export const nothingToRetry = (id: string, unknown: number) =>
  new ServiceError(
    'svc_nothing_to_retry',
    'conflict',
    unknown === 0
      ? `Job ${id} has no failed targets to retry.`
      : `The outcome of ${unknown} targets of job ${id} is unknown. They are not sent again, because they may have been done. Check the sites.`,
  )

export const tooMuchOpenWork = ({ jobs, targets }: { jobs: number; targets: number }) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `This user has ${jobs} open jobs with ${targets} open targets. Wait for some of them or cancel them, then try again.`,
    { retry_after: 30 },
  )

/** Heavy: each job occupies a worker for a minute or more. */
export const tooManyHeavyJobs = (jobs: number) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `This caller has ${jobs} open jobs of heavy work, such as performance audits, backups of Flotilla and restore checks. Wait until one has ended, or cancel one, then try again.`,
    { retryable: true, retry_after: 60 },
  )

export const jobOwnerLostAccess = (name: string) =>
  permissionDenied(
    `This job was started by ${name}, who no longer has access: the account or key was removed, switched off, has expired, has lost its access at the identity provider or has to change its password. Start it again.`,
  )
