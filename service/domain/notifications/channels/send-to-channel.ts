import type { Context } from '../../../operation/context.ts'
import type { Language } from '../../../operation/language.ts'
import { MailError } from '../../../platform/mail.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import { type MailBranding, type MailContent, renderMail } from '../mail/render-mail.ts'
import { type ChannelMessage, cleanMessage, linkTextOf } from './channel-message.ts'
import { ChannelError } from './channel-service.ts'
import { EmailTarget, httpServiceOf, type ServiceName } from './services.ts'

export type ChannelSending = Pick<Context, 'outbound' | 'mail'> & {
  /** Of e-mails. */
  branding?: MailBranding | undefined
  /** An e-mail that is sent again with the same key has the same Message-ID. */
  key?: string
}

const deadlines = { headers: 10_000, total: 15_000 }

/** Sends one message; throws ChannelError if the service does not accept it. Errors contain no secret: addresses are named by their host. */
export async function sendToChannel(
  context: ChannelSending,
  channel: { service: ServiceName; target: unknown },
  message: ChannelMessage,
): Promise<void> {
  const clean = cleanMessage(message)
  if (channel.service === 'email') return sendEmail(context, EmailTarget.parse(channel.target).to, clean)
  const service = httpServiceOf(channel.service)
  const { url, headers = {}, body } = service.connect(channel.target).build(clean)
  try {
    const answer = await context.outbound.request({
      url,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
      deadlines,
      maxBytes: 64 * 1024,
      maxDecodedBytes: 256 * 1024,
      // The pause that a service requests is stored with the message; other channels on the same host go on.
      rateLimit: 'skip',
    })
    service.check(answer)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isForbidden =
      error.code === 'address_refused' || error.code === 'url_invalid' || error.code === 'port_refused'
    throw new ChannelError(error.message, { permanent: isForbidden, retryAfterMs: error.retryAfterMs })
  }
}

async function sendEmail({ mail, branding, key }: ChannelSending, to: string, message: ChannelMessage): Promise<void> {
  try {
    const content = toMailContent(message)
    const rendered = renderMail(message.title, content, branding)
    await mail.send({ to: [to], subject: message.title, messageId: mail.createMessageId(key), ...rendered })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    throw new ChannelError(error.message, { permanent: error.failure === 'refused' || error.failure === 'unusable' })
  }
}

const footers: Record<Language, string> = {
  en: 'Sent by Flotilla. Change what is sent in Notifications → Channels.',
  de: 'Gesendet von Flotilla. Was gesendet wird, ändern Sie unter Benachrichtigungen → Kanäle.',
}

export const toMailContent = (message: ChannelMessage): MailContent => ({
  ...(message.language && { language: message.language }),
  paragraphs: message.lines,
  hasSiteText: true,
  ...(message.link !== null && { link: { text: linkTextOf(message), url: message.link } }),
  footer: footers[message.language ?? 'en'],
})
