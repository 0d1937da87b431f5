import { describe, expect, it } from 'vitest'
import { linkTokenIn } from '../../../testing/mailbox.ts'
import { setUpService } from '../../../testing/people.ts'
import { everythingKept, publicUrl, setUpMailLinks } from '../../../testing/set-up-mail-links.ts'
import type { Answer } from '../../../testing/test-service.ts'

describe('requesting a password reset', () => {
  const fixture = setUpMailLinks()
  const request = (login: string, remoteAddress = '203.0.113.1') =>
    fixture.service.request({
      method: 'POST',
      url: '/api/v2/access/password-resets',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      payload: { login },
      remoteAddress,
    })
  const resets = () => fixture.service.db.selectFrom('password_resets').selectAll().execute()

  it('sends a link of PUBLIC_URL, whatever Host and X-Forwarded-Host are, and stores the token only as a hash', async () => {
    expect((await request('vera')).status).toBe(200)
    const [mail] = await fixture.mails(1)
    expect(mail!.to).toEqual(['vera@example.org'])
    const token = linkTokenIn(mail!)
    expect(mail!.text).toContain(`${publicUrl}/reset-password#${token}`)
    expect(mail!.raw).not.toContain('evil.example')
    expect(await everythingKept(fixture)).not.toContain(token)
  })

  it('answers unknown and disabled people and people without an address in the same way', async () => {
    const { db } = fixture.service
    await db.updateTable('users').set({ disabled: true }).where('login', '=', 'mary').execute()
    await db.updateTable('users').set({ email: null }).where('login', '=', 'ada').execute()
    const answers: Answer[] = []
    for (const login of [
      'unknown',
      'mary',
      'ada',
      'mary@example.org',
      'a password typed by mistake',
      'VERA@example.org',
    ])
      answers.push(await request(login))
    const withoutId = ({ status, text, headers: { 'x-request-id': _id, date: _date, ...headers } }: Answer) => ({
      status,
      text,
      headers,
    })
    for (const answer of answers) expect(withoutId(answer)).toEqual(withoutId(answers[0]!))
    await fixture.finishQueuedCalls()
    const [mail] = await fixture.mails(1)
    expect(mail!.to).toEqual(['vera@example.org'])
    expect(await everythingKept(fixture)).not.toContain('typed by mistake')
  })

  it('sends each user with the same address an e-mail', async () => {
    await fixture.service.db.updateTable('users').set({ email: 'office@example.org' }).execute()
    await request('office@example.org')
    const mails = await fixture.mails(3)
    expect(new Set(mails.map(linkTokenIn)).size).toBe(3)
    expect(await resets()).toHaveLength(3)
  })

  it('ends the older link', async () => {
    await request('vera')
    await fixture.mails(1)
    const [first] = await resets()
    await request('vera@example.org')
    await fixture.mails(2)
    const now = await resets()
    expect(now).toHaveLength(1)
    expect(now[0]!.token_hash).not.toBe(first!.token_hash)
  })

  it('is limited per typed name, known or not, and per network', async () => {
    for (const login of ['vera', 'unknown']) {
      const statuses: number[] = []
      for (let count = 0; count < 6; count++) statuses.push((await request(login, '198.51.100.7')).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
    const statuses: number[] = []
    for (let count = 0; count < 21; count++) statuses.push((await request(`name-${count}`)).status)
    expect(statuses.slice(-2)).toEqual([200, 429])
    fixture.service.clock.advance(3_600_000)
    expect((await request('another-name')).status).toBe(200)
    await fixture.finishQueuedCalls()
    expect(fixture.mailbox.received).toHaveLength(5)
  })

  it('sends one user at most five e-mails an hour, by name and by address together', async () => {
    for (let count = 0; count < 4; count++) {
      await request('vera', '198.51.100.7')
      await request('vera@example.org', '198.51.100.7')
    }
    await fixture.finishQueuedCalls()
    expect(fixture.mailbox.received).toHaveLength(5)
  })

  it('does the same in a dry run for every name', async () => {
    const payload = { login: 'vera', dry_run: true }
    const { body } = await fixture.call('POST /access/password-resets', payload, null)
    expect(body.data).toMatchObject({ would_affect: [] })
    expect(await resets()).toEqual([])
  })
})

describe.each([
  ['PUBLIC_URL', { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'f@example.org' } }, 409, 'svc_public_url_missing'],
  ['a mail server', { publicUrl }, 503, 'svc_mail_not_configured'],
])('without %s', (_, options, status, code) => {
  const fixture = setUpService(options)
  it('a password reset is refused with the reason', async () => {
    const payload = { login: 'vera' }
    const answer = await fixture.service.request({ method: 'POST', url: '/api/v2/access/password-resets', payload })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})
