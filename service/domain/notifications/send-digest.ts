import { timeZoneOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import type { Language } from '../../operation/language.ts'
import { dayAt } from '../../platform/calendar.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { wallClock } from '../../platform/time-zone.ts'
import { recordDigestOutcome, takeDigest } from './digest-store.ts'
import { isPermanentMailFailure, isUnknownMailOutcome } from './mail/mail-errors.ts'
import { listAddressesByLanguage } from './mail/recipient-store.ts'
import type { MailContent } from './mail/render-mail.ts'
import { recipientsOf, sendMail } from './mail/send-mail.ts'

/** In the time zone of the settings. */
const digestHour = 7

export const digestOutcomes = ['not-due', 'sent', 'nothing', 'failed'] as const

/**
 * Sends the digest once a day over all processes, to each recipient in the language that its user has chosen. `build` returns null
 * when there is nothing to report.
 */
export async function sendDigest(
  context: Context,
  build: (context: Context, language: Language) => Promise<MailContent | null>,
): Promise<(typeof digestOutcomes)[number]> {
  const { db, clock, settings, mail, log } = context
  const [now, zone] = [clock.now(), timeZoneOf(settings)]
  const isEnabled = settings.get('emails/daily_digest').disable === 0 && mail.missing === null
  const day = dayAt(now, zone)
  if (wallClock(now, zone).hour < digestHour || !isEnabled || !(await takeDigest(db, day, now))) return 'not-due'
  // Without recipients the day counts as one with nothing to report.
  let state: 'sent' | 'nothing' = 'nothing'
  try {
    const recipients = await recipientsOf(context, 'daily_digest')
    for (const [language, to] of await listAddressesByLanguage(db, recipients)) {
      const content = await build(context, language)
      const outcome = content && (await sendMail(context, { type: 'daily_digest', content, to }))
      if (outcome?.sent) state = 'sent'
    }
    await recordDigestOutcome(db, day, { state })
    return state
  } catch (error) {
    const problem = messageOf(error)
    log.warn({ reason: problem }, 'the daily digest was not sent')
    // A digest that may have arrived is not sent again.
    const isFinal = state === 'sent' || isPermanentMailFailure(error) || isUnknownMailOutcome(error)
    await recordDigestOutcome(db, day, { state: isFinal ? 'refused' : 'failed', problem })
    return 'failed'
  }
}
