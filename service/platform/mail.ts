import { createHash, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { PassThrough } from 'node:stream'
import { rootCertificates } from 'node:tls'
import type { createTransport } from 'nodemailer'
import { messageOf } from './error-facts.ts'

export interface Mail {
  to: readonly string[]
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
  /** The Message-ID header, `<…@…>`; by default a new one. A retry with the same id can be recognized by the receiver. */
  messageId?: string | undefined
}

export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
  /** An image that the HTML shows with `cid:`. */
  cid?: string
}

export interface Delivery {
  /** The recipients that the mail server accepted, and those that it refused or that are no e-mail address. */
  accepted: string[]
  rejected: string[]
  messageId: string
  /** What the mail server answered, such as `250 2.0.0 Ok: queued as 4F2`. */
  answer: string
}

export interface Mailer {
  /** The settings that are missing; null if none. */
  readonly missing: string | null
  /** Where its settings are from; null without settings. */
  readonly source: 'environment' | 'dashboard' | null
  /** A Message-ID with the domain of the sender. The same key always gives the same id. */
  createMessageId(key?: string): string
  /** Sends one e-mail to the mail server. Throws only MailError. */
  send(mail: Mail): Promise<Delivery>
  /** Reads changed settings now; other processes do so after a notice. */
  refresh?(): Promise<void>
}

/**
 * `not-configured`: settings are missing. `unusable`: the e-mail itself is wrong. `refused`: the mail server permanently refuses
 * these recipients. `failed`: it did not accept it now. `unknown`: the connection was lost after the whole e-mail was sent and
 * before the answer, so it may have been accepted.
 */
export type MailFailure = 'not-configured' | 'unusable' | 'refused' | 'failed' | 'unknown'

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

export const tlsModes = ['starttls', 'tls', 'none'] as const
/** starttls: required. tls: from the first byte. none: unencrypted. */
export type TlsMode = (typeof tlsModes)[number]

/** A mail server that was entered in the dashboard. */
export interface MailServer {
  host: string
  port: number
  tls: TlsMode
  user: string
  password: string
  from: string
}

interface GuardedParts extends Pick<MailSettings, 'extraAuthorities' | 'deadlines'> {
  /** The checked addresses of a host; throws if one of them must not be called. */
  addressesOf(host: string): Promise<readonly string[]>
}

type Connection = Parameters<typeof createTransport>[0] & object

/** Sends e-mail by SMTP with the settings of the environment. */
export function createMailer(settings: MailSettings = {}): Mailer {
  const { smtpUrl, from } = settings
  const missing = whatIsMissing(smtpUrl, from)
  if (missing !== null || !smtpUrl || !from) return missingMailer(missing ?? '')
  const connection = connectionTo(smtpUrl, settings)
  const { hostname, port } = new URL(smtpUrl)
  const label = `${hostname}${port && `:${port}`}`
  return mailerWith({ from, source: 'environment', label, open: async () => connection })
}

/** Sends e-mail by a server that people entered: only to addresses that the address guard allows. */
export function createServerMailer(server: MailServer, parts: GuardedParts): Mailer {
  const label = `${server.host}:${server.port}`
  return mailerWith({ from: server.from, source: 'dashboard', label, open: () => guardedConnection(server, parts) })
}

/** A mailer without settings. */
export function missingMailer(missing: string): Mailer {
  return {
    missing,
    source: null,
    createMessageId: (key) => messageIdAt('flotilla.invalid', key),
    send: () => Promise.reject(new MailError('not-configured', missing)),
  }
}

interface MailerParts {
  from: string
  source: 'environment' | 'dashboard'
  /** The server in error messages. */
  label: string
  open(): Promise<Connection>
}

function mailerWith({ from, source, label, open }: MailerParts): Mailer {
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[>\s]/g, '')
  const createMessageId = (key?: string) => messageIdAt(domain, key)
  return {
    missing: null,
    source,
    createMessageId,
    async send({ to, subject, text, html, attachments = [], messageId = createMessageId() }) {
      const [addresses, unusable] = [to.filter(isAddress), to.filter((address) => !isAddress(address))]
      if (addresses.length === 0) throw new MailError('unusable', describeUnusable(unusable))
      let isSent = false
      try {
        // Loaded when used: its files would delay every start.
        const { createTransport } = await import('nodemailer')
        const transport = createTransport({
          ...(await open()),
          // The content is only the given text, never that of a file or an address.
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        // The last byte of the message has left: from now on the server may accept it.
        transport.use('stream', (mail, done) => {
          mail.message.transform(() => new PassThrough().once('end', () => (isSent = true)))
          done()
        })
        const sent = await transport.sendMail({
          from,
          to: addresses.map((address) => ({ name: '', address })),
          subject: oneLine(subject),
          text,
          html,
          messageId,
          attachments: attachments.map(({ filename, ...rest }) => ({ filename: oneLine(filename), ...rest })),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        const { accepted = [], rejected = [], response = '' } = sent
        return {
          accepted: accepted.map(addressIn),
          rejected: [...rejected.map(addressIn), ...unusable],
          messageId: sent.messageId,
          answer: oneLine(response),
        }
      } catch (error) {
        throw toMailError(error, label, isSent)
      }
    },
  }
}

function toMailError(error: unknown, label: string, isSent: boolean): MailError {
  const reason = oneLine(messageOf(error)).slice(0, 300).replace(/\.?$/, '.')
  if (isRefusal(error)) return new MailError('refused', `The mail server ${label} did not accept the e-mail: ${reason}`)
  // Errors of nodemailer have this field when the server answered.
  const { responseCode } = error as { responseCode?: number }
  if (isSent && responseCode === undefined)
    return new MailError(
      'unknown',
      `The connection to the mail server ${label} was lost after the e-mail was sent, so it may or may not have been delivered: ${reason}`,
    )
  return new MailError('failed', `The mail server ${label} did not accept the e-mail: ${reason}`)
}

const messageIdAt = (domain: string, key: string | undefined) =>
  `<${key === undefined ? randomUUID() : createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`

export const mailNotSetUp =
  'E-mail is not set up. Enter the mail server in Settings → Notifications, or set SMTP_URL (such as smtp://host:587) and MAIL_FROM and start the service again.'

/** SMTP_URL alone is incomplete; without it the dashboard has the settings. */
function whatIsMissing(smtpUrl: string | undefined, from: string | undefined): string | null {
  if (!smtpUrl || !URL.parse(smtpUrl)?.hostname) return mailNotSetUp
  return from ? null : 'E-mail is not set up. Set MAIL_FROM and start the service again.'
}

async function guardedConnection(server: MailServer, { addressesOf, ...settings }: GuardedParts): Promise<Connection> {
  const { host, port, tls, user, password } = server
  const [address] = await addressesOf(host)
  return {
    // The checked address, so that the name cannot lead elsewhere meanwhile; TLS verifies the name.
    host: address ?? host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(user !== '' && password !== '' && { auth: { user, pass: password } }),
    ...tlsAndDeadlines(settings, { rejectUnauthorized: true, ...(isIP(host) === 0 && { servername: host }) }),
  }
}

function connectionTo(smtpUrl: string, settings: MailSettings): Connection {
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
    ...tlsAndDeadlines(settings, { rejectUnauthorized: url.searchParams.get('tls.rejectUnauthorized') !== 'false' }),
  }
}

function tlsAndDeadlines(
  { deadlines, extraAuthorities = [] }: Pick<MailSettings, 'extraAuthorities' | 'deadlines'>,
  tls: { rejectUnauthorized: boolean; servername?: string },
) {
  const { connect, idle } = { ...usualDeadlines, ...deadlines }
  return {
    tls: {
      minVersion: 'TLSv1.2' as const,
      ...tls,
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

/** Passwords may be sent to this machine unencrypted. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** One plain address: nothing that could begin another header, another recipient or a comment. */
export const isAddress = (address: string): boolean =>
  /^[^\s\p{Cc}<>(),;:"[\]\\@]+@[^\s\p{Cc}<>(),;:"[\]\\@]+$/u.test(address) && address.length <= 254

const describeUnusable = ([first]: readonly string[]) =>
  first === undefined
    ? 'The e-mail has no recipient.'
    : `${JSON.stringify(first.slice(0, 100))} is not an e-mail address.`

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
