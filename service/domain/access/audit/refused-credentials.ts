import type { Context } from '../../../operation/context.ts'
import type { Credentials } from '../../../operation/credentials.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import { knownLogin } from '../passwords/check-password.ts'
import { recordAccessEvent } from './access-event.ts'

/** Records that credentials of a call were refused. An ended session is not a refusal: every browser has one the next day. */
export async function recordRefusedCredentials(
  context: Pick<Context, 'db' | 'audit' | 'log'>,
  credentials: Credentials,
  address: string,
  error: unknown,
): Promise<void> {
  if (credentials.scheme === 'session' || !(error instanceof ServiceError)) return
  if (error.kind !== 'unauthorized' && error.kind !== 'rate-limited') return
  try {
    const known = credentials.scheme === 'basic' ? await knownLogin(context.db, credentials.user) : null
    const user = known?.user_id && known.login ? { id: known.user_id, login: known.login } : null
    const facts = { scheme: credentials.scheme }
    await recordAccessEvent(context, { event: 'authenticate', outcome: error.code, user, address, facts })
  } catch (problem) {
    context.log.warn({ reason: messageOf(problem) }, 'refused credentials were not recorded')
  }
}
