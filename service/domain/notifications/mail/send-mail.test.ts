import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailer } from '../../../platform/mail.ts'
import { type Mailbox, openMailbox } from '../../../testing/mailbox.ts'
import { setUpService } from '../../../testing/people.ts'
import { emails, readSettings } from '../../settings/index.ts'
import { type MailRequest, sendMail } from './send-mail.ts'

const fixture = setUpService()
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
beforeEach(() => mailbox.received.splice(0))
afterAll(() => mailbox.close())

const set = (values: object) => fixture.service.app.run('update-email-settings', { mail_type: 'uptime', ...values })
async function send(
  request: Partial<MailRequest> = {},
  mailer = createMailer({ smtpUrl: mailbox.url, from: 'f@example.com' }),
) {
  const values = await readSettings(fixture.service.db, emails.uptime)
  const context = {
    db: fixture.service.db,
    settings: { get: () => values as never, refresh: async () => {} },
    mail: mailer,
  }
  return sendMail(context, { type: 'uptime', content: { paragraphs: ['It is down.'] }, ...request })
}

describe('an e-mail is sent', () => {
  it('to the configured recipients, with the configured heading and subject', async () => {
    await set({ recipients: 'ada@example.com, grace@example.com', heading: 'Ahoy', subject: 'Fleet' })
    expect(await send()).toMatchObject({ sent: true, accepted: ['ada@example.com', 'grace@example.com'] })
    const [mail] = mailbox.received
    expect(mail!.header('Subject')).toBe('Fleet')
    expect(mail!.html).toContain('Ahoy</h1>')
    expect(mail!.text).toContain('It is down.')
  })

  it('to the administrators with an address when no recipients are configured', async () => {
    const { pool } = fixture.service.db
    await pool.query(`update users set email = login || '@fleet.example'`)
    await pool.query(
      `insert into users (login, email, role, disabled, password_hash, created_at)
       values ('gone', 'gone@fleet.example', 'administrator', true, '', now()), ('plain', null, 'administrator', false, '', now())`,
    )
    expect(await send()).toMatchObject({ sent: true, accepted: ['ada@fleet.example'] })
  })

  it('with `about` at the end of the subject', async () => {
    await set({ recipients: 'ada@example.com' })
    await send({ about: 'shop.example\r\nBcc: eve@evil.example is down' })
    expect(mailbox.received[0]!.header('Subject')).toBe('Uptime alert: shop.example Bcc: eve@evil.example is down')
    expect(mailbox.received[0]!.to).toEqual(['ada@example.com'])
  })
})

describe('an e-mail is not sent', () => {
  it('while it is switched off, unless the request names recipients', async () => {
    await set({ recipients: 'ada@example.com', disable: 1 })
    expect(await send()).toEqual({ sent: false, because: 'disabled' })
    expect(mailbox.received).toEqual([])
    expect(await send({ to: ['grace@example.com'] })).toMatchObject({ sent: true, accepted: ['grace@example.com'] })
  })

  it('without recipients', async () => {
    expect(await send()).toEqual({ sent: false, because: 'no-recipient' })
  })

  it('when e-mail is not set up', async () => {
    await set({ recipients: 'ada@example.com' })
    expect(await send({}, createMailer())).toEqual({ sent: false, because: 'not-configured' })
  })

  it('when the mail server refuses it; an error is thrown', async () => {
    await set({ recipients: 'ada@example.com' })
    const nowhere = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'f@example.com' })
    await expect(send({}, nowhere)).rejects.toMatchObject({ code: 'svc_mail_failed', kind: 'unavailable' })
  })
})
