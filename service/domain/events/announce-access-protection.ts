import { systemActor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishEvents } from './publish-events.ts'

/** What protects the access of everyone, as the event and the e-mail name it. */
export const accessProtections = {
  'mail-server': 'The mail server',
  'sign-in': 'The sign-in settings',
  'single-sign-on': 'Single sign-on',
  'service-backups': 'The place of the backups of Flotilla',
  'query-credentials': 'Credentials in addresses',
} as const
export type AccessProtection = keyof typeof accessProtections

/** Notifies the administrators by an event and by e-mail, together with the change. */
export async function announceAccessProtection(
  { queue, clock, actor }: Pick<Context, 'queue' | 'clock' | 'actor'>,
  trx: Db,
  protection: AccessProtection,
): Promise<void> {
  const now = clock.now()
  const data = { protection, what: accessProtections[protection], by: actor.name }
  await publishEvents(trx, [{ type: 'access.protection_changed', subject: `settings:${protection}`, data }], now)
  const input = { protection, by: actor.name, at: now.toISOString() }
  const call = { operation: 'send-access-protection-mail', input, actor: systemActor('settings') }
  await queue.later(call, { within: trx })
}
