import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { type Mailbox, openMailbox } from '../../../testing/mailbox.ts'
import { type People, seedPeople, setUpService } from '../../../testing/people.ts'
import { chromiumRequirement, itIf } from '../../../testing/requirements.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

/** Reports are sent as PDF. */
const itWithChromium = itIf(chromiumRequirement)

const period = { start_date: '2026-10-01', end_date: '2026-10-31' }

describe('email-site-report with a mail server', () => {
  const fixture = {} as { service: TestService; people: People }
  const { rest } = callers(fixture)
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('full') ? new Error('Mailbox is full') : null),
    })
    fixture.service = await startTestService({
      mail: { smtpUrl: mailbox.url, from: 'Northwind <care@northwind.example>' },
    })
    fixture.people = await seedPeople(fixture.service)
    await seedFleet(fixture.service.db)
  })
  beforeEach(() => void mailbox.received.splice(0))
  afterAll(async () => {
    await fixture.service.close()
    await mailbox.close()
  })
  const send = (payload: object, headers?: Record<string, string>) =>
    rest('POST /pro-reports/1/report/email', { ...period, ...payload }, headers)

  itWithChromium('sends the PDF to the client of the site', async () => {
    await rest('PUT /settings/reports/edit', { company_name: 'Northwind' })
    const { status, body } = await send({})
    expect([status, body.data]).toEqual([
      200,
      {
        sent: true,
        to: ['info@harbour.example'],
        rejected: [],
        subject: 'Your website report for October 2026',
        attachment: 'report-site-1-2026-10-01-2026-10-31.pdf',
        message_id: expect.any(String),
      },
    ])
    const [mail] = mailbox.received
    expect(mail!.header('Subject')).toBe('Your website report for October 2026')
    expect(mail!.text).toContain('Hello Site 1,')
    expect(mail!.html).toContain('Northwind</p>')
    const attached = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(mail!.raw)
    expect(mail!.raw).toMatch(/filename="?report-site-1-2026-10-01-2026-10-31\.pdf/)
    expect(Buffer.from(attached![1]!, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  itWithChromium('sends the given texts to the given recipients', async () => {
    const email = { to: ['a@example.com', 'b@example.com'], subject: 'For {client}', message: '<b>Ahoy</b>' }
    expect((await send(email)).body.data.to).toEqual(email.to)
    expect(mailbox.received[0]!.header('Subject')).toBe('For Site 1')
    expect(mailbox.received[0]!.html).toContain('&lt;b&gt;Ahoy&lt;/b&gt;')
    expect(mailbox.received[0]!.text).toContain('<b>Ahoy</b>')
  })

  itWithChromium('names the recipients that the mail server refused, also in the message', async () => {
    const { body } = await send({ to: ['ada@example.com', 'full@example.com'] })
    expect(body).toMatchObject({
      success: 1,
      message: '1 of 2 reports sent. The mail server refused full@example.com.',
      errors: [{ code: 'svc_mail_failed', message: 'The mail server refused full@example.com.' }],
      data: { to: ['ada@example.com'], rejected: ['full@example.com'] },
    })
  })

  it('returns recipients and subject in a dry run, and sends nothing', async () => {
    const { body } = await send({ dry_run: true })
    expect(body.data).toMatchObject({
      would_affect: [
        { to: 'info@harbour.example', subject: 'Your website report for October 2026', attachment: expect.any(String) },
      ],
      warnings: chromiumRequirement.present ? [] : [expect.stringContaining('no Chromium')],
    })
    expect(mailbox.received).toEqual([])
  })

  it('refuses an e-mail without a recipient', async () => {
    const { status, body } = await rest('POST /pro-reports/4/report/email', period)
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['to']])
    expect((await send({ to: ['nobody'] })).status).toBe(400)
  })

  it('refuses viewers and sites outside the limits of a key', async () => {
    expect((await send({}, fixture.people.viewer.headers)).status).toBe(403)
    const other = await rest('POST /pro-reports/2/report/email', period, fixture.people.keys.limited.headers)
    expect(other.status).toBe(404)
  })
})

describe('email-site-report without a mail server', () => {
  const fixture = setUpService()
  const { rest } = callers(fixture)
  beforeEach(() => seedFleet(fixture.service.db))

  it('returns 503 and names the missing setting', async () => {
    const { status, body } = await rest('POST /pro-reports/1/report/email', period)
    expect([status, body.code]).toEqual([503, 'svc_mail_not_configured'])
    expect(body.message).toContain('SMTP_URL')
  })
})
