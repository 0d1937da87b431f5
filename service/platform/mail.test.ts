import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { type Mailbox, openLosingMailbox, openMailbox } from '../testing/mailbox.ts'
import { createMailer, MailError, type MailSettings, mailNotSetUp } from './mail.ts'

const certificate = (name: string) =>
  readFileSync(new URL(`../testing/certificates/${name}.pem`, import.meta.url), 'utf8')
const own = { key: certificate('good'), cert: certificate('good') }
const trusted = { extraAuthorities: [certificate('authority')] }

const mail = { to: ['ada@example.com'], subject: 'Grüße', text: 'Plain – text', html: '<p>Marked – up</p>' }

let mailbox: Mailbox
afterEach(() => mailbox?.close())
async function mailerTo(options: SMTPServerOptions = {}, settings: MailSettings = {}, login = '') {
  mailbox = await openMailbox(options)
  const smtpUrl = mailbox.url.replace('://', `://${login}`)
  return createMailer({ smtpUrl, from: 'Flotilla <flotilla@example.com>', ...settings })
}

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => expect.fail('it was sent'),
    (error: MailError) => {
      expect(error).toBeInstanceOf(MailError)
      return [error.failure, error.message]
    },
  )

describe('an e-mail', () => {
  it('arrives as text and as HTML, from us, for all recipients', async () => {
    const mailer = await mailerTo()
    const delivery = await mailer.send({ ...mail, to: ['ada@example.com', 'grace@example.com'] })
    expect(delivery).toMatchObject({ accepted: ['ada@example.com', 'grace@example.com'], rejected: [] })
    const [received] = mailbox.received
    expect(received).toMatchObject({
      from: 'flotilla@example.com',
      to: ['ada@example.com', 'grace@example.com'],
      text: expect.stringContaining('Plain – text'),
      html: expect.stringContaining('<p>Marked – up</p>'),
    })
    expect(received!.header('From')).toBe('Flotilla <flotilla@example.com>')
    expect(received!.header('Subject')).toBe('Grüße')
    expect(received!.header('Message-ID')).toBe(delivery.messageId)
    expect(received!.header('Auto-Submitted')).toBe('auto-generated')
  })

  it("has one subject, also if a site's name has several lines", async () => {
    const mailer = await mailerTo()
    const subject = 'Down: \r\nBcc: eve@evil.example\r\n\r\n<h1>hello</h1>\u2028X-Own: 1\0'
    await mailer.send({ ...mail, subject })
    const [received] = mailbox.received
    expect(received!.header('Subject')).toBe('Down: Bcc: eve@evil.example <h1>hello</h1> X-Own: 1')
    expect(received!.header('Bcc')).toBeUndefined()
    expect(received!.header('X-Own')).toBeUndefined()
    expect(received!.to).toEqual(['ada@example.com'])
  })

  it.each([
    'ada@example.com\r\nBcc: eve@evil.example',
    'ada@example.com, eve@evil.example',
    '"eve@evil.example" <ada@example.com>',
    'ada@example.com\nRCPT TO:<eve@evil.example>',
    'ada',
    '',
  ])('is not sent to %j', async (address) => {
    const mailer = await mailerTo()
    expect(await failureOf(mailer.send({ ...mail, to: [address] }))).toEqual([
      'unusable',
      expect.stringContaining('is not an e-mail address'),
    ])
    expect(mailbox.received).toEqual([])
  })

  it('needs a recipient', async () => {
    const mailer = await mailerTo()
    expect(await failureOf(mailer.send({ ...mail, to: [] }))).toEqual(['unusable', 'The e-mail has no recipient.'])
  })

  it('reads no files and no addresses', async () => {
    const mailer = await mailerTo()
    const html = { path: import.meta.filename } as unknown as string
    expect((await failureOf(mailer.send({ ...mail, html })))[0]).toBe('failed')
    expect(mailbox.received).toEqual([])
  })

  it('is sent to the recipients that the server accepts, and the others are returned', async () => {
    const mailer = await mailerTo({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('unknown') ? new Error('Unknown here') : null),
    })
    const delivery = await mailer.send({ ...mail, to: ['ada@example.com', 'unknown@example.com'] })
    expect(delivery).toMatchObject({ accepted: ['ada@example.com'], rejected: ['unknown@example.com'] })
  })
})

describe('a lost connection', () => {
  const sendTo = async (loses: 'begin' | 'end') => {
    mailbox = await openLosingMailbox(loses)
    const mailer = createMailer({ smtpUrl: mailbox.url, from: 'flotilla@example.com' })
    return failureOf(mailer.send({ ...mail, messageId: '<report-7@example.com>' }))
  }

  it('after the whole e-mail was sent leaves the outcome unknown', async () => {
    expect(await sendTo('end')).toEqual(['unknown', expect.stringContaining('may or may not have been delivered')])
    expect(mailbox.received.map((received) => received.header('Message-ID'))).toEqual(['<report-7@example.com>'])
  })

  it('before that is a failure, which may be repeated', async () => {
    expect((await sendTo('begin'))[0]).toBe('failed')
    expect(mailbox.received).toEqual([])
  })

  it.each([
    [451, 'failed'],
    [554, 'refused'],
  ])('is not assumed when the server answers %i after the e-mail', async (responseCode, failure) => {
    const mailer = await mailerTo({
      onData: (stream, _session, done) =>
        void stream.resume().once('end', () => done(Object.assign(new Error('No'), { responseCode }))),
    })
    expect((await failureOf(mailer.send(mail)))[0]).toBe(failure)
  })

  it('can be recognized: the same key gives the same Message-ID', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'Flotilla <flotilla@example.com>' })
    expect(mailer.createMessageId('message 7')).toBe(mailer.createMessageId('message 7'))
    expect(mailer.createMessageId('message 7')).toMatch(/^<[0-9a-f]{40}@example\.com>$/)
    expect(mailer.createMessageId()).not.toBe(mailer.createMessageId())
  })
})

describe('encryption', () => {
  it('is used from the first byte with smtps, and the login is sent', async () => {
    const mailer = await mailerTo({ ...own, secure: true }, trusted, 'ada%40example.com:p%3Aass@')
    await mailer.send(mail)
    expect(mailbox.received).toMatchObject([{ encrypted: true, user: 'ada@example.com' }])
  })

  it('accepts a login that is not percent-encoded', async () => {
    const mailer = await mailerTo(own, trusted, '100%ada:p%ss@')
    await mailer.send(mail)
    expect(mailbox.received).toMatchObject([{ user: '100%ada' }])
  })

  it('starts with STARTTLS with smtp if the server offers it', async () => {
    const mailer = await mailerTo(own, trusted, 'ada:pass@')
    await mailer.send(mail)
    expect(mailbox.received).toMatchObject([{ encrypted: true, user: 'ada' }])
  })

  it('is required before a password is sent, except on the same machine', async () => {
    const logins: unknown[] = []
    const mailer = await mailerTo({
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => {
        logins.push(username)
        done(null, { user: username })
      },
    })
    const elsewhere = mailbox.url.replace('://127.0.0.1', '://ada:pass@0x7f000001')
    const sending = createMailer({ smtpUrl: elsewhere, from: 'flotilla@example.com' }).send(mail)
    expect(await failureOf(sending)).toEqual(['failed', expect.stringContaining('STARTTLS')])
    expect(logins).toEqual([])
    const here = mailbox.url.replace('://', '://ada:pass@')
    await createMailer({ smtpUrl: here, from: 'flotilla@example.com' }).send(mail)
    expect(logins).toEqual(['ada'])
    expect(mailer.missing).toBeNull()
  })

  it.each([
    ['it is self-signed', certificate('self-signed')],
    ['it is for another name', certificate('wrong-name')],
    ['it is no longer valid', certificate('expired')],
  ])('is refused with a certificate when %s', async (_, pem) => {
    const mailer = await mailerTo({ key: pem, cert: pem, secure: true }, trusted)
    expect(await failureOf(mailer.send(mail))).toEqual([
      'failed',
      expect.stringMatching(/did not accept.*certificate/i),
    ])
    expect(mailbox.received).toEqual([])
  })

  it('accepts any certificate if the operator configures that', async () => {
    const pem = certificate('self-signed')
    mailbox = await openMailbox({ key: pem, cert: pem, secure: true })
    const smtpUrl = `${mailbox.url}?tls.rejectUnauthorized=false`
    await createMailer({ smtpUrl, from: 'flotilla@example.com' }).send(mail)
    expect(mailbox.received).toHaveLength(1)
  })
})

describe('without a usable configuration', () => {
  it.each([
    [{}, mailNotSetUp],
    [{ from: 'a@example.com' }, mailNotSetUp],
    [{ smtpUrl: 'smtp://', from: 'a@example.com' }, mailNotSetUp],
    [{ smtpUrl: 'smtp://127.0.0.1' }, 'E-mail is not set up. Set MAIL_FROM and start the service again.'],
  ])('%j reports the missing settings', async (settings, sentence) => {
    const mailer = createMailer(settings)
    expect([mailer.missing, mailer.source]).toEqual([sentence, null])
    expect(await failureOf(mailer.send(mail))).toEqual(['not-configured', sentence])
  })

  it('quotes a server that refuses, without the password', async () => {
    const mailer = await mailerTo(
      {
        onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
        authOptional: false,
        allowInsecureAuth: true,
      },
      {},
      'ada:secret-pass@',
    )
    const [failure, message] = await failureOf(mailer.send(mail))
    expect([failure, message]).toEqual([
      'failed',
      expect.stringMatching(/^The mail server 127\.0\.0\.1:\d+ did not .*Wrong password\.$/),
    ])
    expect(message).not.toContain('secret-pass')
  })

  it('fails at once if there is no server', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.com' })
    expect(await failureOf(mailer.send(mail))).toEqual(['failed', expect.stringContaining('ECONNREFUSED')])
  })

  it('times out if the server does not answer', async () => {
    const mute = createServer(() => {})
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port } = mute.address() as { port: number }
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'a@example.com',
      deadlines: { connect: 50 },
    })
    expect((await failureOf(mailer.send(mail)))[0]).toBe('failed')
    await new Promise((resolve) => mute.close(resolve))
  })
})
