import type { Context } from '../../../operation/context.ts'
import type { Language } from '../../../operation/language.ts'
import { type Delivery, MailError } from '../../../platform/mail.ts'
import type { MailType } from '../../settings/index.ts'
import { findMailBranding } from './branding-store.ts'
import { mailError } from './mail-errors.ts'
import { listAdministratorAddresses } from './recipient-store.ts'
import { type MailContent, type RenderedMail, renderMail } from './render-mail.ts'

export interface MailRequest {
  type: MailType
  content: MailContent
  /** The end of the subject: `Uptime alert: harbour.example is down`. */
  about?: string | undefined
  /** Instead of the usual recipients, and even while the type is switched off. */
  to?: readonly string[] | undefined
  /** The same key gives the same Message-ID: a repeated e-mail can be recognized. */
  key?: string | undefined
}

export type MailOutcome =
  | ({ sent: true } & Delivery)
  /** disabled: switched off. not-configured: e-mail is not set up. */
  | { sent: false; because: 'disabled' | 'no-recipient' | 'not-configured' }

type Sending = Pick<Context, 'db' | 'settings' | 'mail'>

/** Throws when the mail server refuses the e-mail. */
export async function sendMail(context: Sending, request: MailRequest): Promise<MailOutcome> {
  const { disable } = context.settings.get(`emails/${request.type}`)
  if (disable === 1 && !request.to) return { sent: false, because: 'disabled' }
  if (context.mail.missing !== null) return { sent: false, because: 'not-configured' }
  const to = request.to ?? (await recipientsOf(context, request.type))
  if (to.length === 0) return { sent: false, because: 'no-recipient' }
  try {
    const messageId = context.mail.createMessageId(request.key)
    return { sent: true, ...(await context.mail.send({ to, messageId, ...(await composeMail(context, request)) })) }
  } catch (error) {
    throw error instanceof MailError ? mailError(error) : error
  }
}

export async function composeMail(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { type, content, about }: MailRequest,
): Promise<RenderedMail & { subject: string }> {
  const configured = settings.get(`emails/${type}`)
  const heading = translateDefault(configured.heading, content.language)
  const subject = translateDefault(configured.subject, content.language)
  const rendered = renderMail(heading, content, await findMailBranding(db))
  return { subject: about === undefined ? subject : `${subject}: ${about}`, ...rendered }
}

/** In place of the default headings and subjects; what the agency has changed stays as it is. */
const german: Readonly<Record<string, string | undefined>> = {
  'Daily digest': 'Tägliche Übersicht',
  'Daily digest of your sites': 'Tägliche Übersicht Ihrer Websites',
  'Uptime alert': 'Ausfallmeldung',
  'Site health alert': 'Meldung zum Website-Zustand',
}

const translateDefault = (text: string, language: Language = 'en'): string =>
  language === 'de' && Object.hasOwn(german, text) ? (german[text] ?? text) : text

/** The configured recipients, else the administrators with an e-mail address. */
export async function recipientsOf({ db, settings }: Pick<Context, 'db' | 'settings'>, type: MailType) {
  const { recipients } = settings.get(`emails/${type}`)
  return recipients === '' ? listAdministratorAddresses(db) : recipients.split(', ')
}
