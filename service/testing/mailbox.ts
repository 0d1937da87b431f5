import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The user that signed in to send it. */
  user: string | null
  encrypted: boolean
  raw: string
  /** A header with its folded lines joined and encoded words decoded. */
  header(name: string): string | undefined
  text: string
  html: string
}

export interface Mailbox {
  /** For SMTP_URL. */
  url: string
  received: ReceivedMail[]
  close(): Promise<void>
}

/** A real SMTP server on a free loopback port that stores what it receives. */
export async function openMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    // Without its own certificate there is no STARTTLS.
    ...(options.key === undefined && { disabledCommands: ['STARTTLS'] }),
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: (session.user as string | undefined) ?? null,
          encrypted: session.secure,
          raw,
          header: (name) => readHeader(raw, name),
          text: readPart(raw, 'text/plain'),
          html: readPart(raw, 'text/html'),
        })
        done()
      }, done)
    },
    ...options,
  })
  // Some tests abort the connection, which must not end the process.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/**
 * A mail server that loses the connection: after the whole message (`end`), so that its sender cannot know whether it was
 * accepted, or when the message begins (`begin`).
 */
export async function openLosingMailbox(loses: 'begin' | 'end'): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    let data: string | null = null
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (data !== null) data += text
      else if (text.startsWith('DATA')) {
        data = ''
        if (loses === 'begin') return void socket.destroy()
      }
      if (!data?.endsWith('\r\n.\r\n'))
        return void socket.write(data === '' ? '354 go on\r\n' : data === null ? '250 ok\r\n' : '')
      received.push(toReceivedMail(data.slice(0, -5)))
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const toReceivedMail = (raw: string): ReceivedMail => ({
  from: '',
  to: [],
  user: null,
  encrypted: false,
  raw,
  header: (name) => readHeader(raw, name),
  text: readPart(raw, 'text/plain'),
  html: readPart(raw, 'text/html'),
})

function readHeader(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line
    ?.slice(name.length + 1)
    .trim()
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, coding: string, word: string) =>
      coding.toLowerCase() === 'b' ? fromBase64(word) : fromQuotedPrintable(word.replaceAll('_', ' ')),
    )
}

function readPart(raw: string, type: string): string {
  const part = raw.split(/\r\n--[^\r\n]+/).find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? ''
  const at = part.indexOf('\r\n\r\n', part.toLowerCase().indexOf(`content-type: ${type}`))
  const body = part.slice(at + 4)
  const coding = /content-transfer-encoding: (\S+)/i.exec(part.slice(0, at))?.[1]?.toLowerCase()
  if (coding === 'base64') return fromBase64(body)
  return coding === 'quoted-printable' ? fromQuotedPrintable(body) : body
}

const fromBase64 = (coded: string) => Buffer.from(coded, 'base64').toString('utf8')
const fromQuotedPrintable = (coded: string) =>
  Buffer.from(
    coded
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, byte: string) => String.fromCharCode(parseInt(byte, 16))),
    'latin1',
  ).toString('utf8')

/** The token in the link of an e-mail. */
export function linkTokenIn({ text }: ReceivedMail): string {
  const token = /#([\w-]{43})/.exec(text)?.[1]
  if (!token) throw new Error(`The e-mail has no link: ${text}`)
  return token
}
