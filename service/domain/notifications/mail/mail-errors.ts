import { ServiceError } from '../../../operation/errors.ts'
import type { MailError } from '../../../platform/mail.ts'

/** The message is for the operator, who can fix it. */
export const mailError = ({ failure, message }: MailError) =>
  failure === 'not-configured'
    ? mailNotConfigured(message)
    : new ServiceError('svc_mail_failed', failure === 'unusable' ? 'invalid' : 'unavailable', message, {
        permanent: failure === 'unusable' || failure === 'refused',
        ...(failure === 'unknown' && { outcome: 'unknown' }),
      })

/** Whether a retry would fail again. */
export const isPermanentMailFailure = (error: unknown) =>
  error instanceof ServiceError && error.details.permanent === true

/** Whether the e-mail may have been accepted although the answer of the mail server was lost. */
export const isUnknownMailOutcome = (error: unknown) =>
  error instanceof ServiceError && error.details.outcome === 'unknown'

export const mailNotConfigured = (what: string) => new ServiceError('svc_mail_not_configured', 'unavailable', what)
