import { systemActor } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { UserRow } from '../users/user-store.ts'
import type { SignInSource } from './session.ts'

/** Queues the e-mail with the sign-in. Not for the first sign-in: every device is new then. */
export async function queueNewDeviceMail(
  { queue, mail, clock }: Pick<Context, 'queue' | 'mail' | 'clock'>,
  user: UserRow,
  { address, browser = null }: SignInSource,
  trx: Db,
): Promise<void> {
  if (mail.missing !== null || user.email === null || user.last_sign_in_at === null) return
  const input = { id: user.id, address, browser, at: clock.now().toISOString() }
  const actor = { ...systemActor('sign-in'), address }
  await queue.later({ operation: 'send-new-device-mail', input, actor }, { within: trx })
}
