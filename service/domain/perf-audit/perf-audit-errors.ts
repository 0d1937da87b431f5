import { ServiceError } from '../../operation/errors.ts'

/** The reasons are sentences. */
export const auditFailed = (url: string, reasons: string[]) =>
  new ServiceError('svc_audit_failed', 'child-error', `${url} could not be audited. ${[...new Set(reasons)].join(' ')}`)

export const pictureNotFound = (url: string) =>
  new ServiceError(
    'svc_screenshot_not_found',
    'missing',
    `There is no picture of ${url} from an audit. Audit the site first: POST /perf-audit/audit/{id}.`,
  )
