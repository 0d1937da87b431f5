import { describe, expect, it } from 'vitest'
import { setUpMailServer } from '../testing/set-up-mail-server.ts'

const fixture = setUpMailServer()
const update = (values: object, headers?: Record<string, string>) =>
  fixture.rest('PUT /settings/mail-server', { ...fixture.server, ...values }, headers)
const stored = () => fixture.service.db.selectFrom('mail_server').selectAll().executeTakeFirst()
const mail = { to: ['bob@example.com'], subject: 'Hello', text: 'Text', html: '<p>Text</p>' }

describe('a stored mail server', () => {
  it('is used at once by every process, without a restart', async () => {
    const other = await fixture.service.openAnother()
    expect(other.context.mail.missing).not.toBeNull()
    expect((await update({})).body.message).toBe('Mail server saved.')
    await expect.poll(() => other.context.mail.missing, { timeout: 30_000 }).toBeNull()
    await fixture.service.app.context.mail.send(mail)
    await other.context.mail.send(mail)
    expect(fixture.mailbox.received.map(({ from }) => from)).toEqual([
      'care@northwind.example',
      'care@northwind.example',
    ])
    await fixture.service.closeOthers()
  })

  it('signs in with the sealed password', async () => {
    await update({ user_name: 'ada', password: 'the mail password' })
    expect((await stored())?.password).toMatch(/^v1\./)
    await fixture.service.app.context.mail.send(mail)
    expect(fixture.mailbox.received).toMatchObject([{ user: 'ada' }])
  })

  it('is used by mails of the service, with the branding of the agency as text and HTML', async () => {
    await update({})
    await fixture.rest('PUT /settings/reports/edit', { company_name: 'Northwind <Care>', brand_color: '#aa3300' })
    await fixture.rest('POST /settings/emails/uptime/test', { to: 'bob@example.com' })
    const [received] = fixture.mailbox.received
    expect(received!.html).toContain('border-bottom:3px solid #aa3300')
    expect(received!.html).toContain('Northwind &lt;Care&gt;')
    // Also in the text, below the line that begins the signature.
    expect(received!.raw).toContain('Northwind <Care>')
  })

  it('shows a logo as an attachment, never from an address', async () => {
    await update({})
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await fixture.rest('PUT /settings/reports/edit', { logo: `data:image/png;base64,${pixel}` })
    await fixture.rest('POST /settings/emails/uptime/test', { to: 'bob@example.com' })
    expect(fixture.mailbox.received[0]!.raw).toContain('Content-Type: image/png')
    expect(fixture.mailbox.received[0]!.html).toContain('src="cid:logo@flotilla.invalid"')
    await fixture.rest('PUT /settings/reports/edit', {
      logo: 'https://cdn.example/logo.png',
      company_name: 'Northwind',
    })
    await fixture.rest('POST /settings/emails/uptime/test', { to: 'bob@example.com' })
    expect(fixture.mailbox.received[1]!.html).not.toContain('<img')
  })
})

describe('the password', () => {
  it('stays when other fields change, and is removed with another host, port or user', async () => {
    await update({ user_name: 'ada', password: 'the mail password' })
    expect(
      (await fixture.rest('PUT /settings/mail-server', { sender: 'other@northwind.example' })).body.data,
    ).toMatchObject({
      has_password: true,
    })
    for (const change of [{ host: '127.0.0.2' }, { port: 2525 }, { user_name: 'eve' }]) {
      await update({ user_name: 'ada', password: 'the mail password' })
      const { body } = await fixture.rest('PUT /settings/mail-server', change)
      expect(body.data).toMatchObject({ ...change, has_password: false })
    }
  })

  it('is in no answer, no audit line and no log', async () => {
    const { text } = await update({ user_name: 'ada', password: 'the mail password' })
    const { rows } = await fixture.service.db.pool.query('select t::text as line from audit_lines t')
    const everything = `${text}${JSON.stringify(rows)}${JSON.stringify(fixture.service.logged)}`
    expect(everything).not.toContain('the mail password')
    expect(JSON.stringify(rows)).toContain('update-mail-server')
  })
})

it.each([
  [{ host: '' }, 'host'],
  [{ host: 'mail server' }, 'host'],
  [{ host: 'mail.example/x' }, 'host'],
  [{ port: 22 }, 'port'],
  [{ port: 70_000 }, 'port'],
  [{ tls: 'ssl' }, 'tls'],
  [{ sender: 'no address' }, 'sender'],
  [{ sender: '' }, 'sender'],
  [{ sender: 'a@example.com\nBcc: eve@evil.example' }, 'sender'],
  [{ sender: 'a@example.com, b@example.com' }, 'sender'],
  [{ host: 'mail.example', user_name: 'ada', tls: 'none' }, 'tls'],
])('returns 400 for %j', async (values, field) => {
  const { status, body } = await update(values)
  expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
  expect(await stored()).toBeUndefined()
})

it('changes nothing in a dry run', async () => {
  const { body } = await update({ dry_run: true })
  expect(body.data.would_affect).toMatchObject([{ host: '127.0.0.1' }])
  expect(await stored()).toBeUndefined()
})

it('is for administrators', async () => {
  expect((await update({}, fixture.people.manager.headers)).status).toBe(403)
})
