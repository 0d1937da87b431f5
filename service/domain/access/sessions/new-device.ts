import { systemActor } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { publishEvents } from '../../events/index.ts'
import type { UserRow } from '../users/user-store.ts'
import type { SignInSource } from './session.ts'

/** Publishes the event and queues the e-mail with the sign-in. Not for the first sign-in: every device is new then. */
export async function notifyNewDevice(
  { queue, mail, clock }: Pick<Context, 'queue' | 'mail' | 'clock'>,
  user: UserRow,
  { address, browser = null }: SignInSource,
  trx: Db,
): Promise<void> {
  if (user.last_sign_in_at === null) return
  const data = { user_id: user.id, login: user.login, address, browser }
  await publishEvents(trx, [{ type: 'access.new_device', subject: `user:${user.id}`, data }], clock.now())
  if (mail.missing !== null || user.email === null) return
  const input = { id: user.id, address, browser, at: clock.now().toISOString() }
  const actor = { ...systemActor('sign-in'), address }
  await queue.later({ operation: 'send-new-device-mail', input, actor }, { within: trx })
}
