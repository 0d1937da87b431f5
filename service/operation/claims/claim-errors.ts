import { ServiceError } from '../errors.ts'

export const keyReused = () =>
  new ServiceError(
    'svc_idempotency_key_reused',
    'conflict',
    'This Idempotency-Key was sent with another request within the last 24 hours. Send a new key with each new request.',
  )

export const requestInProgress = () =>
  new ServiceError(
    'svc_request_in_progress',
    'conflict',
    'The same request, or another edit of the same resource, is still running. Send this again in 2 seconds.',
    { retryable: true, retry_after: 2 },
  )

export const answerNotKept = () =>
  new ServiceError(
    'svc_answer_not_kept',
    'conflict',
    'This request was done before, and its answer could not be kept. Read what it changed; do not send it again with a new key.',
  )

export const changeInterrupted = () =>
  new ServiceError(
    'svc_change_unconfirmed',
    'unavailable',
    'The process that ran this request ended before it was complete, so it is not known whether all of it was done, a part of it or nothing. Check what it should have changed, or the audit trail, before you send it with a new key.',
    { retryable: false },
  )
