import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Mailbox, openMailbox } from '../testing/mailbox.ts'
import { createMailer, type Mail } from './mail.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
beforeEach(() => mailbox.received.splice(0))
afterAll(() => mailbox.close())

const mail: Mail = { to: ['ada@example.com'], subject: 'Hello', text: 'Text', html: '<p>Text</p>' }
async function receive(more: Partial<Mail>) {
  await createMailer({ smtpUrl: mailbox.url, from: 'Flotilla <flotilla@example.com>' }).send({ ...mail, ...more })
  expect(mailbox.received).toHaveLength(1)
  return mailbox.received[0]!
}

const headerNames = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .sort()

const usualHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
]

it.each([
  ['CR and LF', 'Down\r\nBcc: eve@evil.example\r\n\r\n<h1>body</h1>'],
  ['CR alone', 'Down\rBcc: eve@evil.example'],
  ['LF alone', 'Down\nBcc: eve@evil.example\n\nbody'],
  ['other line ends', 'Down\u0085Bcc: a\u2028Bcc: b\u2029Bcc: c\v\fBcc: d'],
  ['a folded line', 'Down\r\n\tBcc: eve@evil.example'],
  ['letters that lose their upper byte', 'Down\u560d\u560aBcc: eve@evil.example'],
  ['a long line', `${'x'.repeat(5_000)}\r\nBcc: eve@evil.example`],
  ['quotes and commas', 'Smith, "Ada" <eve@evil.example>, (comment); a=b'],
])('a subject with %s adds no header and no line', async (_, subject) => {
  const { raw, to } = await receive({ subject })
  expect(headerNames(raw)).toEqual(usualHeaders)
  expect(to).toEqual(['ada@example.com'])
  expect(raw).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
  expect(raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998)).toBe(true)
})

it.each([
  ['=?utf-8?Q?Your_password_has_expired?='],
  ['=?utf-8?B?DQpCY2M6IGV2ZUBldmlsLmV4YW1wbGU=?='],
  ['Down =?iso-8859-1?Q?=0D=0ABcc:_eve@evil.example?= again'],
])('the encoded word %s in a subject is not decoded by the reader', async (subject) => {
  const { raw } = await receive({ subject })
  const line = raw.replace(/\r\n[ \t]+/g, ' ').match(/^Subject: (.*)$/m)![1]!
  // Either we encode the whole subject, or nothing in it reads as an encoded word.
  expect(line).not.toContain(subject.match(/=\?.*\?=/)![0])
})

it('a subject contains nothing invisible and no change of direction', async () => {
  const received = await receive({ subject: 'Invoice \u202Efdp.exe\u2066 \u200Bhidden\u{E0041}' })
  expect(received.header('Subject')).toBe('Invoice fdp.exe hidden')
})

it.each(['\r\n.\r\n', '\n.\n', '\r.\r', '\r\n.\n', '\n.\r\n'])(
  'a text with %j ends no message and begins no second one',
  async (end) => {
    const text = `one${end}MAIL FROM:<eve@evil.example>\r\nRCPT TO:<bob@example.com>\r\nDATA\r\nSubject: two\r\n\r\nthree`
    const { raw, to } = await receive({ text, html: `<pre>${text}</pre>` })
    expect(to).toEqual(['ada@example.com'])
    expect(raw).toContain('three')
    expect(raw).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
  },
)

it('the sent bytes have no bare line end that another mail server could take for the end of the message', async () => {
  const wire: Buffer[] = []
  // A mail server that records every byte.
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    let inData = false
    socket.on('data', (bytes) => {
      wire.push(bytes)
      const command = bytes.toString('latin1')
      if (inData && !Buffer.concat(wire).toString('latin1').endsWith('\r\n.\r\n')) return
      inData = !inData && command.startsWith('DATA')
      socket.write(inData ? '354 go on\r\n' : '250 ok\r\n')
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const text = 'one\n.\ntwo\r.\rthree\r\n.\r\nfour'
  await createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'flotilla@example.com' }).send({ ...mail, text })
  await new Promise((resolve) => server.close(resolve))
  const sent = Buffer.concat(wire).toString('latin1')
  const message = sent.slice(sent.indexOf('DATA\r\n') + 6)
  expect(message).toContain('four')
  expect(message).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
  expect(message.split('\r\n.\r\n')).toHaveLength(2)
})

it('the name of an attachment adds no header, no parameter and no folder', async () => {
  const filename = 'a"; filename="b.html\r\nContent-Type: text/html\r\n\r\n<script>../../x.pdf'
  const content = Buffer.from('%PDF')
  const { raw } = await receive({ attachments: [{ filename, contentType: 'application/pdf', content }] })
  expect(raw.match(/^content-type: text\/html/gim)).toHaveLength(1)
  expect(raw).not.toMatch(/filename=b\.html/i)
  expect(raw).not.toMatch(/filename="[^"\r\n]*\//i)
})

it.each([
  'ada@example.com\u2028Bcc: eve@evil.example',
  'ada@example.com\u0000',
  'ada@example.com>\r\nRCPT TO:<eve@evil.example',
  'ada@example.com eve@evil.example',
  '<ada@example.com>',
  'ada@[127.0.0.1]',
  '"a\\"b"@example.com',
  'ada@example.com;eve@evil.example',
  'group:ada@example.com',
  'ada\\@example.com',
  'ada@example.com@evil.example',
  `${'a'.repeat(250)}@example.com`,
])('nothing is sent to %j, and the other recipient receives the e-mail', async (address) => {
  const mailer = createMailer({ smtpUrl: mailbox.url, from: 'flotilla@example.com' })
  expect(await mailer.send({ ...mail, to: ['bob@example.com', address] })).toMatchObject({
    accepted: ['bob@example.com'],
    rejected: [address],
  })
  expect(mailbox.received.map(({ to }) => to)).toEqual([['bob@example.com']])
  expect(mailbox.received[0]!.header('To')).toBe('bob@example.com')
  mailbox.received.splice(0)
  await expect(mailer.send({ ...mail, to: [address] })).rejects.toMatchObject({ failure: 'unusable' })
  expect(mailbox.received).toEqual([])
})
