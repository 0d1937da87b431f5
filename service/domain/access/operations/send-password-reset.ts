import { z } from 'zod'
import { invalidInput, ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { isPermanentMailFailure } from '../../notifications/index.ts'
import { mailPasswordResets, requestColumn } from '../password-resets/password-reset.ts'

/** Has no address: request-password-reset queues it. */
export const sendPasswordReset = operation({
  name: 'send-password-reset',
  summary: 'Send the link for a new password to the users with the requested name or address.',
  effect: 'change',
  permission: 'access.manage',
  input: z.strictObject({ request: z.string().max(2_000).describe('Sealed by request-password-reset.') }),
  subject: () => 'a password reset',
  output: z.object({ sent: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async ({ request }, context) => {
    const typed = openRequest(request, context.secrets.open)
    try {
      return { sent: await mailPasswordResets(context, typed) }
    } catch (error) {
      if (!isFinal(error)) throw error
      context.log.warn({ reason: error.message }, 'a link for a new password was not sent')
      return { sent: 0 }
    }
  })

function openRequest(request: string, open: (sealed: string, column: string) => string): string {
  try {
    return open(request, requestColumn)
  } catch {
    throw invalidInput({ request: 'is not a request that this service has sealed' })
  }
}

/** A retry would fail again. */
const isFinal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError &&
  (isPermanentMailFailure(error) ||
    ['svc_rate_limited', 'svc_public_url_missing', 'svc_mail_not_configured'].includes(error.code))
