import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { translateSentence } from '../../../operation/sentences/sentences.ts'
import { MailError } from '../../../platform/mail.ts'
import { findMailBranding } from './branding-store.ts'
import { isPermanentMailFailure, isUnknownMailOutcome, mailError } from './mail-errors.ts'
import { listAddressesByLanguage, listAdministratorAddresses } from './recipient-store.ts'
import { type MailContent, renderMail } from './render-mail.ts'

type Notice = { subject: string } & Pick<MailContent, 'paragraphs' | 'link'>

/** Sends a notice to all administrators, to each in the chosen language. Throws if it was sent to none and a retry can help. */
export async function mailAdministrators(
  { db, mail, log }: Pick<Context, 'db' | 'mail' | 'log'>,
  { subject, paragraphs, link }: Notice,
): Promise<boolean> {
  const recipients = await listAdministratorAddresses(db)
  if (recipients.length === 0 || mail.missing !== null) return false
  const branding = await findMailBranding(db)
  let isSent = false
  for (const [language, to] of await listAddressesByLanguage(db, recipients)) {
    const say = (text: string) => translateSentence(text, language)
    const content = {
      language,
      paragraphs: paragraphs.map(say),
      ...(link && { link: { ...link, text: say(link.text) } }),
    }
    try {
      await mail.send({ to, subject: say(subject), ...renderMail(say(subject), content, branding) })
      isSent = true
    } catch (error) {
      const problem = error instanceof MailError ? mailError(error) : error
      // A retry after an unknown outcome, or after a part was sent, could send it twice.
      const isFinal =
        problem instanceof ServiceError && (isPermanentMailFailure(problem) || isUnknownMailOutcome(problem))
      if (!(isFinal || isSent)) throw problem
      log.warn({ reason: String(problem) }, 'a notice to administrators was not sent by e-mail')
    }
  }
  return isSent
}
