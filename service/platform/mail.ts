import { rootCertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import { messageOf } from './error-facts.ts'

export interface Mail {
  to: readonly string[]
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
}

export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

export interface Delivery {
  /** The recipients that the mail server accepted, and those it refused. */
  accepted: string[]
  rejected: string[]
  messageId: string
}

export interface Mailer {
  /** The settings that are missing; null if none. */
  readonly missing: string | null
  /** Sends one e-mail to the mail server. Throws only MailError. */
  send(mail: Mail): Promise<Delivery>
}

/**
 * `not-configured`: settings are missing. `unusable`: the e-mail itself is wrong. `refused`: the mail server permanently refuses
 * these recipients. `failed`: it did not accept it now.
 */
export type MailFailure = 'not-configured' | 'unusable' | 'refused' | 'failed'

export class MailError extends Error {
  readonly failure: MailFailure

  constructor(failure: MailFailure, message: string) {
    super(message)
    this.name = 'MailError'
    this.failure = failure
  }
}

export interface MailSettings {
  /** `smtp://user:password@host:587` (TLS by STARTTLS) or `smtps://…:465`; `?tls.rejectUnauthorized=false` for a self-signed certificate. */
  smtpUrl?: string | undefined
  /** `Flotilla <flotilla@example.com>`. */
  from?: string | undefined
  /** Certificates of further authorities, in PEM form. */
  extraAuthorities?: readonly string[] | undefined
  /** Milliseconds; a slow mail server must not block callers for long. */
  deadlines?: Partial<MailDeadlines> | undefined
}

export interface MailDeadlines {
  connect: number
  /** Between two answers. */
  idle: number
}

const usualDeadlines: MailDeadlines = { connect: 10_000, idle: 20_000 }

/** Sends e-mail by SMTP. */
export function createMailer(settings: MailSettings = {}): Mailer {
  const { smtpUrl, from } = settings
  const missing = whatIsMissing(smtpUrl, from)
  if (missing !== null || !smtpUrl || !from) {
    return { missing, send: () => Promise.reject(new MailError('not-configured', missing ?? '')) }
  }
  const transport = createTransport({
    ...connectionTo(smtpUrl, settings),
    // The content is only the given text, never that of a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    missing,
    async send({ to, subject, text, html, attachments = [] }) {
      const addresses = to.map(requireAddress)
      if (addresses.length === 0) throw new MailError('unusable', 'The e-mail has no recipient.')
      try {
        const sent = await transport.sendMail({
          from,
          to: addresses.map((address) => ({ name: '', address })),
          subject: oneLine(subject),
          text,
          html,
          attachments: attachments.map(({ filename, ...rest }) => ({ filename: oneLine(filename), ...rest })),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        const { accepted = [], rejected = [], messageId } = sent
        return { accepted: accepted.map(addressIn), rejected: rejected.map(addressIn), messageId }
      } catch (error) {
        throw new MailError(isRefusal(error) ? 'refused' : 'failed', explain(error, smtpUrl))
      }
    },
  }
}

function whatIsMissing(smtpUrl: string | undefined, from: string | undefined): string | null {
  const usable = Boolean(smtpUrl && URL.parse(smtpUrl)?.hostname)
  const names = [
    ...(usable
      ? []
      : ['SMTP_URL (such as smtp://host:587, with user name and password before the host where it asks for them)']),
    ...(from ? [] : ['MAIL_FROM']),
  ]
  return names.length === 0 ? null : `E-mail is not set up. Set ${names.join(' and ')} and start the service again.`
}

function connectionTo(smtpUrl: string, { deadlines, extraAuthorities = [] }: MailSettings) {
  const { connect, idle } = { ...usualDeadlines, ...deadlines }
  const url = new URL(smtpUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const hasLogin = url.username !== ''
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(hasLogin && { auth: { user: decoded(url.username), pass: decoded(url.password) } }),
    // A password is never sent unencrypted over the network.
    requireTLS: hasLogin && !secure && !isLoopback(host),
    tls: {
      minVersion: 'TLSv1.2' as const,
      rejectUnauthorized: url.searchParams.get('tls.rejectUnauthorized') !== 'false',
      ...(extraAuthorities.length > 0 && { ca: [...rootCertificates, ...extraAuthorities] }),
    },
    dnsTimeout: connect,
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: idle,
  }
}

/** A per cent sign that encodes nothing is literal. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** One plain address: nothing that could begin another header, another recipient or a comment. */
function requireAddress(address: string): string {
  if (/^[^\s\p{Cc}<>(),;:"[\]\\@]+@[^\s\p{Cc}<>(),;:"[\]\\@]+$/u.test(address) && address.length <= 254) return address
  throw new MailError('unusable', `${JSON.stringify(address.slice(0, 100))} is not an e-mail address.`)
}

// Invisible characters: they hide words or change the direction of writing. Joiners stay: Persian and emoji need them.
const invisible = /(?![\u00ad\u200c\u200d])\p{Cf}/gu

/** A header is one visible line: no line ends, nothing invisible, nothing a mail program would decode. */
const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(invisible, '')
    .replaceAll('=?', '= ?')
    .trim()
    .slice(0, 500)
    .toWellFormed()

const addressIn = (recipient: string | { address: string }) =>
  typeof recipient === 'string' ? recipient : recipient.address

/** A permanent refusal of a recipient or the content; a refusal of the sender or the login is a configuration error. */
function isRefusal(error: unknown): boolean {
  // Errors of nodemailer have these fields; of other errors they are only compared.
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
}

function explain(error: unknown, smtpUrl: string): string {
  const { hostname, port } = new URL(smtpUrl)
  const reason = oneLine(messageOf(error)).slice(0, 300)
  return `The mail server ${hostname}${port && `:${port}`} did not take the e-mail: ${reason.replace(/\.?$/, '.')}`
}
