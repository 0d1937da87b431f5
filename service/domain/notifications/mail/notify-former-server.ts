import type { Context } from '../../../operation/context.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import type { Mailer } from '../../../platform/mail.ts'
import { describeProtectionChange } from './access-protection-notice.ts'
import { mailAdministrators } from './mail-administrators.ts'
import type { MailServerRow } from './mail-server-store.ts'
import { mailerForServer, openMailServerRow } from './open-mailer.ts'

type Notifying = Pick<Context, 'db' | 'mail' | 'log' | 'outbound' | 'secrets' | 'clock' | 'actor'>

/** A server that does not answer is often the reason for the change: the person must not wait long for it. */
const deadlines = { connect: 3_000, idle: 5_000 }

/** The mailer that was in use before a change, where the server of the dashboard was. */
export function openFormerMailer(context: Notifying, former: MailServerRow | undefined): Mailer | null {
  if (!former || context.mail.source !== 'dashboard') return null
  try {
    return mailerForServer(context, openMailServerRow(context, former), { deadlines })
  } catch {
    // Its password cannot be opened, so it was not in use.
    return null
  }
}

/** Notifies the administrators at the former server, too: the new one may belong to an attacker. */
export async function notifyAtFormerServer(context: Notifying, mailer: Mailer | null): Promise<void> {
  if (!mailer) return
  const { actor, clock, log } = context
  const change = { protection: 'mail-server' as const, by: actor.name, at: clock.now().toISOString() }
  try {
    await mailAdministrators({ ...context, mail: mailer }, describeProtectionChange(change))
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'administrators were not notified at the former mail server')
  }
}
