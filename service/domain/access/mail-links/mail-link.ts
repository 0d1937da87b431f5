import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { type Delivery, MailError } from '../../../platform/mail.ts'
import {
  findMailBranding,
  type MailContent,
  mailError,
  mailNotConfigured,
  renderMail,
} from '../../notifications/index.ts'

type MailLinkContext = Pick<Context, 'publicUrl' | 'mail'>
type SendingContext = MailLinkContext & Pick<Context, 'db'>

/** Why no link can be sent by e-mail, or null. */
export function mailLinkProblem({ publicUrl, mail }: MailLinkContext): ServiceError | null {
  if (publicUrl === null) return publicUrlMissing()
  return mail.missing === null ? null : mailNotConfigured(mail.missing)
}

export function requireMailLinks(context: MailLinkContext): void {
  const problem = mailLinkProblem(context)
  if (problem) throw problem
}

const publicUrlMissing = () =>
  new ServiceError(
    'svc_public_url_missing',
    'conflict',
    'Links are sent by e-mail only when PUBLIC_URL is set to the address people use. Set it and start the service again.',
  )

/**
 * The address of a page with the token in its fragment, which browsers send to no server: neither logs nor the Referer header
 * contain it, and a mail scanner that opens the link does not use it. The host is never taken from a request, because the
 * caller chooses it.
 */
export function mailLink(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  page: 'invitation' | 'reset-password',
  token: string,
) {
  if (publicUrl === null) throw publicUrlMissing()
  return `${publicUrl}/${page}#${token}`
}

export interface LinkMail {
  to: string
  subject: string
  content: MailContent
}

export async function sendLinkMail(context: SendingContext, { to, subject, content }: LinkMail): Promise<Delivery> {
  requireMailLinks(context)
  const branding = await findMailBranding(context.db)
  try {
    return await context.mail.send({ to: [to], subject, ...renderMail(subject, content, branding) })
  } catch (error) {
    throw error instanceof MailError ? mailError(error) : error
  }
}

export const linkNotFound = (next: string) =>
  new ServiceError(
    'svc_link_not_found',
    'missing',
    `This link was used, replaced or withdrawn, or it has expired. ${next}`,
  )
