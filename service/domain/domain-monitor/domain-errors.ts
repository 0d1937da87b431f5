import { permissionDenied, ServiceError } from '../../operation/errors.ts'

export const registryPaused = (domain: string, until: Date, now: Date) =>
  new ServiceError(
    'svc_rate_limited',
    'rate-limited',
    `The registry of ${domain} accepts no requests from us until ${until.toISOString().slice(0, 19)}Z. Try again then.`,
    { retry_after: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) },
  )

export const noDomain = (url: string) =>
  new ServiceError('svc_domain_not_applicable', 'conflict', `${url} has no registered domain.`)

/** A domain is shared by all its sites. */
export const domainBeyondLimits = () =>
  permissionDenied('This domain also has sites outside your limits, so you may not change it.')
