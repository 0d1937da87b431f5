import { describe, expect, it } from 'vitest'
import { openMailbox } from '../../../testing/mailbox.ts'
import { setUpMailServer } from '../testing/set-up-mail-server.ts'

const fixture = setUpMailServer()
const test = (values: object = {}) =>
  fixture.rest('POST /settings/mail-server/test', { to: 'bob@example.com', ...values })

it('sends with settings that are not stored, and returns the answer of the server', async () => {
  const { status, body } = await test(fixture.server)
  expect([status, body.data]).toEqual([
    200,
    { sent: true, to: 'bob@example.com', answer: expect.stringMatching(/^250 /), message_id: expect.any(String) },
  ])
  expect(fixture.mailbox.received[0]!.header('Message-ID')).toBe(body.data.message_id)
  expect((await fixture.rest('GET /settings/mail-server')).body.data.source).toBeNull()
})

it('sends with the stored settings when none are given', async () => {
  expect((await test()).body.code).toBe('svc_mail_not_configured')
  await fixture.rest('PUT /settings/mail-server', fixture.server)
  expect((await test()).status).toBe(200)
})

it('quotes the refusal of the server', async () => {
  const mailbox = await openMailbox({ onRcptTo: (_address, _session, done) => done(new Error('Mailbox is full')) })
  const { status, body } = await test({ ...fixture.server, port: Number(new URL(mailbox.url).port) })
  await mailbox.close()
  expect([status, body.code]).toEqual([503, 'svc_mail_failed'])
  expect(body.message).toMatch(/^The mail server 127\.0\.0\.1:\d+ did not accept the e-mail: .*Mailbox is full\.$/)
})

describe('the address guard', () => {
  it.each(['10.0.0.1', '169.254.169.254', '192.168.1.1', '::1'])('refuses the private address %s', async (host) => {
    const { status, body } = await test({ ...fixture.server, host })
    expect([status, body.code]).toEqual([503, 'svc_mail_failed'])
    expect(body.message).toContain('does not lead to a public address')
  })

  it('does not send the stored password to another host', async () => {
    const logins: (string | undefined)[] = []
    const other = await openMailbox({
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => {
        logins.push(username)
        done(null, { user: username })
      },
    })
    await fixture.rest('PUT /settings/mail-server', {
      ...fixture.server,
      user_name: 'ada',
      password: 'the mail password',
    })
    await test({ port: Number(new URL(other.url).port) })
    await other.close()
    expect(logins).toEqual([])
  })
})

it('sends nothing in a dry run', async () => {
  const { body } = await test({ ...fixture.server, dry_run: true })
  expect(body.data.would_affect).toEqual([{ to: 'bob@example.com', subject: 'Test of the mail server' }])
  expect(fixture.mailbox.received).toEqual([])
})
