import { ServiceError } from '../../operation/errors.ts'

/** The reasons are sentences. */
export const auditFailed = (url: string, reasons: string[]) =>
  new ServiceError('svc_audit_failed', 'child-error', `${url} could not be audited. ${[...new Set(reasons)].join(' ')}`)
