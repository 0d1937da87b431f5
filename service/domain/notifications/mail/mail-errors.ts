import { ServiceError } from '../../../operation/errors.ts'
import type { MailError } from '../../../platform/mail.ts'

/** The message is for the operator, who can fix it. */
export const mailError = ({ failure, message }: MailError) =>
  failure === 'not-configured'
    ? mailNotConfigured(message)
    : new ServiceError('svc_mail_failed', failure === 'unusable' ? 'invalid' : 'unavailable', message, {
        permanent: failure !== 'failed',
      })

/** Whether a retry would fail again. */
export const isPermanentMailFailure = (error: unknown) =>
  error instanceof ServiceError && error.details.permanent === true

export const mailNotConfigured = (what: string) => new ServiceError('svc_mail_not_configured', 'unavailable', what)
