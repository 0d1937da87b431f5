import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailNotSetUp } from '../../../platform/mail.ts'
import { callers } from '../../../testing/callers.ts'
import { type Mailbox, openMailbox } from '../../../testing/mailbox.ts'
import { type People, seedPeople, setUpService } from '../../../testing/people.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

describe('with a mail server', () => {
  const fixture = {} as { service: TestService; people: People }
  const { rest } = callers(fixture)
  let mailbox: Mailbox
  let refuses = false
  beforeAll(async () => {
    mailbox = await openMailbox({
      onRcptTo: (_address, _session, done) => done(refuses ? new Error('Mailbox is full') : null),
    })
    fixture.service = await startTestService({
      mail: { smtpUrl: mailbox.url, from: 'Flotilla <flotilla@example.com>' },
    })
    fixture.people = await seedPeople(fixture.service)
  })
  beforeEach(() => {
    mailbox.received.splice(0)
    refuses = false
  })
  afterAll(async () => {
    await fixture.service.close()
    await mailbox.close()
  })

  it('sends the e-mail, even while the type is switched off', async () => {
    await rest('PUT /settings/emails/uptime/edit', { heading: 'Ahoy', disable: 1, recipients: 'others@example.com' })
    const { status, body } = await rest('POST /settings/emails/uptime/test', { to: 'ada@example.com' })
    expect([status, body]).toEqual([
      200,
      {
        success: 1,
        message: 'Test e-mail sent.',
        data: { sent: true, to: 'ada@example.com', subject: 'Uptime alert: test', message_id: expect.any(String) },
      },
    ])
    expect(mailbox.received).toMatchObject([{ from: 'flotilla@example.com', to: ['ada@example.com'] }])
    expect(mailbox.received[0]!.header('Message-ID')).toBe(body.data.message_id)
    expect(mailbox.received[0]!.html).toContain('Ahoy</h1>')
  })

  it('sends nothing in a dry run', async () => {
    const { body } = await rest('POST /settings/emails/uptime/test', { to: 'ada@example.com', dry_run: true })
    expect(body.data).toMatchObject({
      would_affect: [{ to: 'ada@example.com', subject: 'Uptime alert: test' }],
      warnings: [],
    })
    expect(mailbox.received).toEqual([])
  })

  it('returns the message of the mail server when it refuses', async () => {
    refuses = true
    const { status, body } = await rest('POST /settings/emails/uptime/test', { to: 'ada@example.com' })
    expect([status, body.code, body.message]).toEqual([
      503,
      'svc_mail_failed',
      expect.stringMatching(/^The mail server 127\.0\.0\.1:\d+ did not accept the e-mail: .*Mailbox is full\.$/),
    ])
  })

  it.each(['ada', 'ada@example.com, grace@example.com', 'ada@example.com\nBcc: eve@evil.example'])(
    'returns 400 for the recipient %j',
    async (to) => {
      const { status, body } = await rest('POST /settings/emails/uptime/test', { to })
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['to']])
      expect(mailbox.received).toEqual([])
    },
  )
})

describe('without a mail server', () => {
  const fixture = setUpService()
  const { rest } = callers(fixture)

  it('returns what to set up', async () => {
    const { status, body } = await rest('POST /settings/emails/uptime/test', { to: 'ada@example.com' })
    expect([status, body.code, body.message]).toEqual([503, 'svc_mail_not_configured', mailNotSetUp])
    const plan = await rest('POST /settings/emails/uptime/test', { to: 'ada@example.com', dry_run: true })
    expect(plan.body.data.warnings).toEqual([expect.stringContaining('set SMTP_URL')])
  })

  it('is for administrators', async () => {
    const { headers } = fixture.people.manager
    expect((await rest('POST /settings/emails/uptime/test', { to: 'ada@example.com' }, headers)).status).toBe(403)
  })
})
