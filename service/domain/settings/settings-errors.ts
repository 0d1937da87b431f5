import { ServiceError } from '../../operation/errors.ts'
import type { MailError } from '../../platform/mail.ts'

/** The caller can do nothing about it, the operator can: the sentence says what. */
export const mailNotSent = ({ failure, message }: MailError) =>
  failure === 'not-configured'
    ? mailNotConfigured(message)
    : new ServiceError('svc_mail_failed', failure === 'unusable' ? 'invalid' : 'unavailable', message, {
        permanent: failure !== 'failed',
      })

/** Whether the same e-mail would be refused again. */
export const isRefusedForGood = (error: unknown) => error instanceof ServiceError && error.details.permanent === true

export const mailNotConfigured = (what: string) => new ServiceError('svc_mail_not_configured', 'unavailable', what)
