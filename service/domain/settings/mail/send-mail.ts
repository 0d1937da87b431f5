import type { Context } from '../../../operation/context.ts'
import { type Delivery, MailError } from '../../../platform/mail.ts'
import type { MailType } from '../groups/emails.ts'
import { mailNotSent } from '../settings-errors.ts'
import type { MailContent } from './mail-content.ts'
import { listAdministratorAddresses } from './recipient-store.ts'
import { type Rendered, renderMail } from './render-mail.ts'

export interface WantedMail {
  type: MailType
  content: MailContent
  /** Ends the subject: `Uptime alert: harbour.example is down`. */
  about?: string | undefined
  /** Instead of those who usually get it, and even while it is switched off. */
  to?: readonly string[] | undefined
}

export type MailOutcome =
  | ({ sent: true } & Delivery)
  /** disabled: somebody switched it off. nobody: there is no recipient. not-configured: e-mail is not set up here. */
  | { sent: false; because: 'disabled' | 'nobody' | 'not-configured' }

type Sending = Pick<Context, 'db' | 'settings' | 'mail'>

/** Sends an e-mail of one of the types to whoever is to get it. Throws when the mail server does not take it. */
export async function sendMail(context: Sending, wanted: WantedMail): Promise<MailOutcome> {
  const { disable } = context.settings.get(`emails/${wanted.type}`)
  if (disable === 1 && !wanted.to) return { sent: false, because: 'disabled' }
  if (context.mail.missing !== null) return { sent: false, because: 'not-configured' }
  const to = wanted.to ?? (await recipientsOf(context, wanted.type))
  if (to.length === 0) return { sent: false, because: 'nobody' }
  try {
    return { sent: true, ...(await context.mail.send({ to, ...composeMail(context, wanted) })) }
  } catch (error) {
    throw error instanceof MailError ? mailNotSent(error) : error
  }
}

/** The e-mail as it would be sent. */
export function composeMail(
  { settings }: Pick<Context, 'settings'>,
  { type, content, about }: WantedMail,
): Rendered & { subject: string } {
  const { heading, subject } = settings.get(`emails/${type}`)
  return { subject: about === undefined ? subject : `${subject}: ${about}`, ...renderMail(heading, content) }
}

/** Those who were named, else the administrators who have an address. */
export async function recipientsOf({ db, settings }: Pick<Context, 'db' | 'settings'>, type: MailType) {
  const { recipients } = settings.get(`emails/${type}`)
  return recipients === '' ? listAdministratorAddresses(db) : recipients.split(', ')
}
