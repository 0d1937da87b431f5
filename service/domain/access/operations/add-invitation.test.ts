import { describe, expect, it } from 'vitest'
import { linkTokenIn } from '../../../testing/mailbox.ts'
import { setUpService } from '../../../testing/people.ts'
import { everythingKept, publicUrl, setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

describe('inviting a person', () => {
  const fixture = setUpMailLinks()
  const invite = (payload: object, headers?: Record<string, string>) =>
    fixture.call('POST /access/invitations/add', payload, headers)

  it('sends a link of PUBLIC_URL, whatever Host and X-Forwarded-Host are, and stores the token only as a hash', async () => {
    const { status, body } = await invite({ email: 'new@example.org', name: 'New Person', role: 'manager' })
    expect([status, body.data]).toEqual([
      200,
      {
        id: expect.any(Number),
        email: 'new@example.org',
        name: 'New Person',
        role: 'manager',
        role_id: null,
        role_name: null,
        site_ids: null,
        tag_ids: null,
        client_ids: null,
        state: 'open',
        invited_by: { id: fixture.people.administrator.id, login: 'ada', name: '' },
        created_at: expect.any(String),
        sent_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ])
    expect(Date.parse(body.data.expires_at) - Date.parse(body.data.sent_at)).toBe(7 * 86_400_000)
    const [mail] = fixture.mailbox.received
    expect(mail!.to).toEqual(['new@example.org'])
    const token = linkTokenIn(mail!)
    expect(mail!.text).toContain(`${publicUrl}/invitation#${token}`)
    expect(mail!.html).toContain(`href="${publicUrl}/invitation#${token}"`)
    expect(mail!.raw).not.toContain('evil.example')
    expect(await everythingKept(fixture)).not.toContain(token)
  })

  it('ends the older link of the same address, compared without case', async () => {
    await invite({ email: 'new@example.org' })
    await invite({ email: 'New@Example.org', role: 'manager' })
    const [older, newer] = fixture.mailbox.received.map(linkTokenIn)
    const read = (token: string | undefined) => fixture.call('POST /access/invitations/read', { token }, null)
    expect((await read(older)).body.code).toBe('svc_link_not_found')
    expect((await read(newer)).body.data).toMatchObject({ role: 'manager' })
    expect((await fixture.call('GET /access/invitations')).body.total).toBe(1)
  })

  it('returns 409 for the address of a user', async () => {
    const { status, body } = await invite({ email: 'VERA@example.org' })
    expect([status, body.code]).toEqual([409, 'svc_already_exists'])
    expect(body.message).toContain('vera')
    expect(fixture.mailbox.received).toEqual([])
  })

  it('stores nothing and leaves the earlier link valid when the mail server refuses the e-mail', async () => {
    fixture.refuses = true
    expect((await invite({ email: 'new@example.org' })).body.code).toBe('svc_mail_failed')
    expect((await fixture.call('GET /access/invitations')).body.total).toBe(0)
    fixture.refuses = false
    await invite({ email: 'new@example.org' })
    fixture.refuses = true
    expect((await invite({ email: 'new@example.org', role: 'administrator' })).body.code).toBe('svc_mail_failed')
    const token = linkTokenIn(fixture.mailbox.received[0]!)
    expect((await fixture.call('POST /access/invitations/read', { token }, null)).body.data).toMatchObject({
      role: 'viewer',
    })
  })

  it('is refused to managers, viewers and keys with fewer rights than a user', async () => {
    const { manager, viewer, keys } = fixture.people
    for (const { headers } of [manager, viewer, keys.write, keys.limited, keys.expiring])
      expect((await invite({ email: 'new@example.org' }, headers)).status).toBe(403)
    expect(fixture.mailbox.received).toEqual([])
  })

  it('is refused to an administrator with limits, who could give more than the own sites', async () => {
    await fixture.service.db
      .updateTable('users')
      .set({ client_ids: [1] })
      .where('login', '=', 'ada')
      .execute()
    for (const rights of [{}, { client_ids: [1] }])
      expect((await invite({ email: 'new@example.org', ...rights })).status).toBe(403)
    expect(fixture.mailbox.received).toEqual([])
  })

  it('returns 404 for an unknown custom role, and 400 for an empty list of sites', async () => {
    expect((await invite({ email: 'new@example.org', role_id: 999 })).body.code).toBe('svc_role_not_found')
    expect((await invite({ email: 'new@example.org', site_ids: [] })).status).toBe(400)
    expect((await invite({ email: 'new@example.org', role: 'custom' })).status).toBe(400)
    expect(fixture.mailbox.received).toEqual([])
  })

  it('sends nothing in a dry run', async () => {
    const { body } = await invite({ email: 'new@example.org', dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ email: 'new@example.org', role: 'viewer' }] })
    expect(fixture.mailbox.received).toEqual([])
  })

  it('sends an address five e-mails an hour', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await invite({ email: 'new@example.org' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await invite({ email: 'other@example.org' })).status).toBe(200)
  })

  it('returns 400 for an address that is none', async () => {
    for (const email of ['', 'nowhere', 'a@b.c\r\nbcc: d@e.f', null]) expect((await invite({ email })).status).toBe(400)
  })
})

describe.each([
  ['PUBLIC_URL', { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'f@example.org' } }, 409, 'svc_public_url_missing'],
  ['a mail server', { publicUrl }, 503, 'svc_mail_not_configured'],
])('without %s', (_, options, status, code) => {
  const fixture = setUpService(options)
  it('inviting is refused with the reason', async () => {
    const answer = await fixture.service.request({
      method: 'POST',
      url: '/api/v2/access/invitations/add',
      headers: fixture.people.administrator.headers,
      payload: { email: 'new@example.org' },
    })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.message).toMatch(/PUBLIC_URL|SMTP_URL/)
  })
})
